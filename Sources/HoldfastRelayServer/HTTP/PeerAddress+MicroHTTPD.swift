#if os(Linux) && Server
internal import CMicroHTTPD
internal import Glibc

/// An address of the network as text; of IPv6 its network alone.
enum PeerAddress {
    /// The text of an address; one that is none has no name.
    ///
    /// Whoever has one IPv6 address mostly has 2^64 of them, so that a limit counts networks.
    static func text(_ address: UnsafePointer<sockaddr>?) -> String {
        guard let address else { return "unknown" }
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin_addr) { dotted($0[...]) }
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin6_addr) { bytes in
                    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xff
                    return isMapped ? dotted(bytes[12...]) : network(bytes[..<8])
                }
            }
        default: return "local"
        }
    }

    private static func dotted(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        bytes.map { String($0) }.joined(separator: ".")
    }

    private static func network(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let words = stride(from: 0, to: 8, by: 2).map { index in
            String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
        }
        return words.joined(separator: ":") + "::/64"
    }
}
#endif
