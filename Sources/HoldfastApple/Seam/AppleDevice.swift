/// What the system says about the device and the app outside of the keychain.
public protocol AppleDevice: Sendable {
    /// `UIApplication.isProtectedDataAvailable`: whether class A keys are there.
    ///
    /// `nil` where it cannot be asked, as in an app extension.
    var isProtectedDataAvailable: Bool? { get }

    /// Whether the app is in the foreground, so that a prompt can be shown.
    ///
    /// `nil` where it cannot be asked.
    var isInForeground: Bool? { get }

    /// Whether the app's `Info.plist` has `NSFaceIDUsageDescription`.
    var hasFaceIDUsageDescription: Bool { get }

    /// Makes an `LAContext`.
    ///
    /// - Returns: a context that nobody has authenticated.
    func makeContext() -> any AuthenticationContext

    /// Calls back after each change of ``isProtectedDataAvailable``, until the result is released.
    ///
    /// - Parameter body: called on any thread.
    /// - Returns: what keeps the observation alive.
    func observeProtectedData(_ body: @escaping @Sendable () -> Void) -> any Sendable & AnyObject
}
