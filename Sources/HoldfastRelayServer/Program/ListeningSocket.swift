#if os(Linux)
internal import Glibc

/// A socket that listens.
struct ListeningSocket: Sendable {
    /// The socket.
    let descriptor: Int32
    /// The port, also where the system chose it.
    let port: UInt16
    /// Address and port as one writes them.
    let text: String

    /// Listens.
    ///
    /// - Parameter place: `ADDRESS:PORT`, an IPv6 address in brackets; port 0 lets the system choose.
    /// - Throws: ``RelayFailure`` for what is no address, and if the system refuses.
    init(_ place: String) throws(RelayFailure) {
        guard let colon = place.lastIndex(of: ":"),
            let port = UInt16(place[place.index(after: colon)...])
        else { throw RelayFailure("--listen takes ADDRESS:PORT", exitStatus: 2) }
        let host = place[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address.sin6_addr) == 1
            else { throw RelayFailure("--listen takes an IP address", exitStatus: 2) }
            descriptor = try Self.listen(AF_INET6, address)
            let chosen = try Self.name(descriptor, address)
            self.port = UInt16(bigEndian: chosen.sin6_port)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            guard inet_pton(AF_INET, String(host), &address.sin_addr) == 1 else {
                throw RelayFailure("--listen takes an IP address", exitStatus: 2)
            }
            descriptor = try Self.listen(AF_INET, address)
            let chosen = try Self.name(descriptor, address)
            self.port = UInt16(bigEndian: chosen.sin_port)
        }
        text = "\(host):\(self.port)"
    }

    private static func listen<Address>(
        _ family: Int32, _ address: Address
    ) throws(RelayFailure) -> Int32 {
        let kind =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        let socket = Glibc.socket(family, kind, 0)
        guard socket >= 0 else { throw failure("make a socket") }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, size)
        var address = address
        let isBound = withUnsafeBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress else { return false }
            return bind(
                socket, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
        guard isBound, Glibc.listen(socket, 4_096) == 0 else {
            let error = failure("listen there")
            close(socket)
            throw error
        }
        return socket
    }

    private static func name<Address>(
        _ socket: Int32, _ address: Address
    ) throws(RelayFailure) -> Address {
        var address = address
        var count = socklen_t(MemoryLayout<Address>.size)
        let isKnown = withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress else { return false }
            return getsockname(socket, base.assumingMemoryBound(to: sockaddr.self), &count) == 0
        }
        guard isKnown else { throw failure("learn the port") }
        return address
    }

    private static func failure(_ what: String) -> RelayFailure {
        RelayFailure("cannot \(what): \(String(cString: strerror(errno)))")
    }
}
#endif
