#if !os(Linux) || !Network
import HoldfastCLI

extension RelayConnector {
    /// This build has no network library.
    static let builtIn: RelayConnector? = nil
}
#endif
