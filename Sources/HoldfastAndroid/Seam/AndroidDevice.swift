/// What the system says about the device, outside of the Keystore.
public protocol AndroidDevice: Sendable {
    /// `KeyguardManager.isDeviceSecure`: whether there is a PIN, pattern or password.
    var isDeviceSecure: Bool { get }

    /// `KeyguardManager.isDeviceLocked`: false for a lock screen that only swipes.
    var isDeviceLocked: Bool { get }

    /// `UserManager.isUserUnlocked`: whether credential-encrypted storage is there.
    var isUserUnlocked: Bool { get }

    /// `PackageManager.FEATURE_STRONGBOX_KEYSTORE`.
    var hasStrongBox: Bool { get }

    /// Calls back after each change of the lock, until the result is released.
    ///
    /// - Parameter body: called on any thread.
    /// - Returns: what keeps the observation alive.
    func observeLock(_ body: @escaping @Sendable () -> Void) -> any Sendable & AnyObject
}
