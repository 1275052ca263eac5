#if Network && Server
import CrashSupport
import HoldfastRelayClient

/// A relay as a process of its own, and its address.
final class RelayProcess {
    let address: RelayAddress
    private let server: RelayServer

    init(
        options: [String] = [], scheme: String = "http", host: String = "127.0.0.1"
    ) throws {
        server = try RelayServer(options: options)
        let port = server.place.split(separator: ":").last ?? ""
        address = try RelayAddress("\(scheme)://\(host):\(port)")
    }

    private init(_ server: RelayServer, _ address: RelayAddress) {
        self.server = server
        self.address = address
    }

    /// Ends it at once, and starts another on the same data and port.
    func killAndStartAnew() throws -> RelayProcess {
        RelayProcess(try server.killAndStartAnew(), address)
    }

    /// Ends it at once.
    func kill() throws { try server.kill() }
}
#endif
