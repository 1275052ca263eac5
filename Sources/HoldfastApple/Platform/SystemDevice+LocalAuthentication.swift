#if canImport(LocalAuthentication)
import LocalAuthentication

/// The device itself, as far as it can be asked from an app and an app extension alike.
public struct SystemDevice: AppleDevice {
    private let protectedData: @Sendable () -> Bool?
    private let foreground: @Sendable () -> Bool?

    /// Takes the device.
    ///
    /// Without the two answers the store probes for itself: it reads a row that is readable only
    /// while unlocked, and lets the system refuse a prompt in the background. `UIApplication`, which
    /// knows them, is out of reach of an app extension and not thread-safe, so that it is left to
    /// the app to keep its two states in something that is.
    ///
    /// - Parameters:
    ///   - protectedData: `isProtectedDataAvailable` of the app, from any thread; `nil` if unknown.
    ///   - foreground: whether the app is in the foreground, from any thread; `nil` if unknown.
    public init(
        protectedData: @escaping @Sendable () -> Bool? = { nil },
        foreground: @escaping @Sendable () -> Bool? = { nil }
    ) {
        self.protectedData = protectedData
        self.foreground = foreground
    }

    /// What the app says of its protected data.
    public var isProtectedDataAvailable: Bool? { protectedData() }

    /// What the app says of its place on the screen.
    public var isInForeground: Bool? { foreground() }

    /// Whether the app's `Info.plist` has `NSFaceIDUsageDescription`.
    public var hasFaceIDUsageDescription: Bool {
        guard let bundle = CFBundleGetMainBundle(),
            let key = CFString.make("NSFaceIDUsageDescription")
        else { return false }
        return CFBundleGetValueForInfoDictionaryKey(bundle, key) != nil
    }

    /// Makes an `LAContext`.
    ///
    /// - Returns: a context that nobody has authenticated.
    public func makeContext() -> any AuthenticationContext { SystemContext() }

    /// Calls back when protected data comes, is about to go, and shortly after it has gone.
    ///
    /// - Parameter body: called on any thread.
    /// - Returns: what keeps the observation alive.
    public func observeProtectedData(
        _ body: @escaping @Sendable () -> Void
    ) -> any Sendable & AnyObject {
        ProtectedDataObservation(body)
    }
}
#endif
