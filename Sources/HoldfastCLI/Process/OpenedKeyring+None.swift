#if !os(Linux) || !SecretService
import HoldfastCore
import HoldfastLinux

extension OpenedKeyring {
    /// A doctor says nothing of what the tool was built without.
    static func findings(environment: Environment) async -> [VaultFinding] { [] }

    /// There is none: the tool was built without it.
    static func open(
        _ choice: StoreChoice, environment: Environment
    ) throws(KeychainError) -> OpenedKeyring {
        throw KeychainError(
            .unsupported, "this tool was built without the desktop's keyring",
            advice: "build it with --traits SecretService, or use the vault")
    }
}
#endif
