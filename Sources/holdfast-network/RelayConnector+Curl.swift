#if os(Linux) && Network
import HoldfastCLI
import HoldfastCurl
import HoldfastRelayClient

extension RelayConnector {
    /// Speaks to relays by libcurl.
    static let builtIn: RelayConnector? = RelayConnector {
        (address, authorities) throws(TransportFailure) in
        try CurlTransport(to: address, authorities: authorities)
    }
}
#endif
