#if !os(Linux) || !SecretService
import HoldfastCore

extension OpenedKeyring {
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
