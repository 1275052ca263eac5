/// Where a relay is: scheme, host and port, in the one form in which a device signs it.
///
/// Messages are sealed before they are sent, but who writes to whom and when is not: without TLS
/// only the machine itself is reached.
public struct RelayAddress: Sendable, Hashable, CustomStringConvertible {
    /// Why a text is no relay's address.
    public enum Fault: Error, Sendable, Hashable {
        /// It is not `https://HOST` or `https://HOST:PORT`, with nothing behind it.
        case malformed
        /// It begins with `http://` and is not this machine's.
        case unencrypted
    }

    /// Most bytes of an address.
    private static let limit = 255

    /// Scheme, host in small letters, and the port unless it is the scheme's own.
    public let origin: String

    /// Whether it begins with `http://`, as for a relay on this machine.
    public let isPlain: Bool

    /// Reads an address.
    ///
    /// - Parameter text: `https://HOST` or `https://HOST:PORT`; one `/` behind it is let be. For
    ///   this machine's own names also `http://`.
    /// - Throws: ``Fault``.
    public init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.limit else { throw .malformed }
        let small = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: small.hasPrefix) else {
            throw .malformed
        }
        var rest = small.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest.removeLast() }
        let (host, port) = try Self.split(rest)
        isPlain = scheme == "http://"
        if isPlain, !Self.isThisMachine(host) { throw .unencrypted }
        let isUsual = port == nil || port == (isPlain ? 80 : 443)
        origin = scheme + host + (isUsual ? "" : port.map { ":\($0)" } ?? "")
    }

    /// The address as it is shown.
    public var description: String { origin }

    private static func split(_ text: Substring) throws(Fault) -> (Substring, UInt16?) {
        let end: Substring.Index
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { throw .malformed }
            end = text.index(after: bracket)
            let inside = text[..<bracket].dropFirst()
            guard !inside.isEmpty, inside.utf8.allSatisfy(isOfAddress) else { throw .malformed }
        } else {
            end = text.firstIndex(of: ":") ?? text.endIndex
            guard end != text.startIndex, text[..<end].utf8.allSatisfy(isOfName) else {
                throw .malformed
            }
        }
        guard end != text.endIndex else { return (text[..<end], nil) }
        let digits = text[end...].dropFirst()
        guard text[end] == ":", !digits.isEmpty,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(digits), port > 0
        else { throw .malformed }
        return (text[..<end], port)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// `127.evil.example` begins like this machine and is not: all four parts must be numbers.
    private static func isThisMachine(_ host: Substring) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
