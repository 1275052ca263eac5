#if os(Linux)
import Glibc
import HoldfastCore

/// Where the session bus listens: a socket with a path, or with an abstract name.
///
/// - Note: D-Bus Specification 0.43, "Server Addresses" and "Well-known Message Bus Instances".
struct DBusAddress: Sendable, Equatable {
    let path: [UInt8]
    let isAbstract: Bool

    /// Finds the session bus.
    ///
    /// - Parameter environment: reads `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR`.
    /// - Throws: `UNSUPPORTED` if neither names a socket.
    init(environment: SourceEnvironment) throws(KeychainError) {
        let listed = try environment.text("DBUS_SESSION_BUS_ADDRESS").map(Self.addresses) ?? []
        if let first = listed.first {
            self = first
        } else if let folder = try environment.text("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
            self.init(path: Array((folder + "/bus").utf8), isAbstract: false)
        } else {
            throw Self.missing
        }
    }

    private init(path: [UInt8], isAbstract: Bool) {
        self.path = path
        self.isAbstract = isAbstract
    }

    /// Connects a socket.
    ///
    /// - Throws: `UNSUPPORTED` if nobody listens there, `UNKNOWN` with another number.
    func connect(_ descriptor: Int32) throws(KeychainError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let start = isAbstract ? [0] : [UInt8]()
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard start.count + path.count < room else { throw Self.missing }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: start + path) }
        // The length tells an abstract name from what stands behind it.
        let count = room - start.count - path.count - (isAbstract ? 0 : 1)
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - count)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, length)
            }
        }
        guard status != 0 else { return }
        if errno == ENOENT || errno == ECONNREFUSED { throw Self.missing }
        throw DBusConnection.failure(errno)
    }

    /// The sockets of an address list; other transports are left out.
    static func addresses(_ list: String) -> [DBusAddress] {
        list.split(separator: ";").compactMap { entry in
            let parts = entry.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0] == "unix" else { return nil }
            for pair in parts[1].split(separator: ",") {
                let sides = pair.split(separator: "=", maxSplits: 1)
                guard sides.count == 2, let name = unescaped(sides[1].utf8) else { continue }
                if sides[0] == "path" { return DBusAddress(path: name, isAbstract: false) }
                if sides[0] == "abstract" { return DBusAddress(path: name, isAbstract: true) }
            }
            return nil
        }
    }

    /// Undoes `%XX`; `nil` for what is no escape.
    private static func unescaped(_ text: Substring.UTF8View) -> [UInt8]? {
        var (bytes, rest) = ([UInt8](), text[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            // The initializer takes a sign, also before a nought.
            guard digits.utf8.count == 2, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
                let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    static let missing = KeychainError(
        .unsupported, "there is no session bus",
        advice: "run it in the desktop session whose keyring it is, or set"
            + " DBUS_SESSION_BUS_ADDRESS")
}
#endif
