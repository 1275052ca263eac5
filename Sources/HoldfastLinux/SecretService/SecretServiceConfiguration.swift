#if os(Linux) && SecretService
import Glibc
public import HoldfastCore

/// Which keyring to use, and how.
public struct SecretServiceConfiguration: Sendable {
    /// How items are laid.
    public var layout: SecretServiceLayout = .native
    /// Which collection they are in.
    public var collection: SecretServiceCollection = .standard
    /// How long one call may take before it is `UNKNOWN` (`ETIMEDOUT`).
    public var timeLimit: Duration = .seconds(10)
    /// How long the keyring's questions to a person may take, those of one call all together, before
    /// it is `SYSTEM_CANCELED`.
    public var promptLimit: Duration = .seconds(120)
    /// The clocks; tests bring their own (P12).
    public var clock: any VaultClock = SystemVaultClock()
    /// The address of the session bus.
    public let busAddress: String

    /// Takes a bus and the usual settings.
    ///
    /// - Parameter busAddress: one or more addresses separated by `;`, as
    ///   `DBUS_SESSION_BUS_ADDRESS` holds them.
    /// - Throws: `UNSUPPORTED` if none of them is a socket of this machine.
    public init(busAddress: String) throws(KeychainError) {
        self.busAddress = try SessionBusAddress.checked(busAddress)
    }

    /// The session bus that the environment names, with the usual settings.
    ///
    /// No bus is started: a keyring on it would be another one.
    ///
    /// - Parameter environment: `DBUS_SESSION_BUS_ADDRESS` is looked at, then `XDG_RUNTIME_DIR`.
    /// - Returns: the settings.
    /// - Throws: `UNSUPPORTED` if neither names a socket.
    public static func standard(
        environment: [String: String]
    ) throws(KeychainError) -> SecretServiceConfiguration {
        try SecretServiceConfiguration(busAddress: SessionBusAddress.find(environment))
    }

    /// The session bus of this process, with the usual settings.
    ///
    /// - Returns: the settings.
    /// - Throws: `UNSUPPORTED` without a session bus, `INVALID_ARGUMENT` for a variable that is not
    ///   UTF-8.
    public static func ofProcess() throws(KeychainError) -> SecretServiceConfiguration {
        var environment: [String: String] = [:]
        for name in variables {
            guard let value = getenv(name) else { continue }
            guard let text = String(validatingCString: value) else {
                throw KeychainError(.invalidArgument, "the variable \(name) is not UTF-8 text")
            }
            environment[name] = text
        }
        return try standard(environment: environment)
    }

    /// The variables that ``standard(environment:)`` looks at.
    public static let variables = SessionBusAddress.variables
}
#endif
