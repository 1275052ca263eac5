#if os(Linux) && SecretService
import Glibc
import HoldfastCore

/// Finds the session bus, and starts none.
///
/// - Note: D-Bus Specification 0.43, "Server Addresses" and "Well-known Message Bus Instances".
enum SessionBusAddress {
    /// The variables that are looked at.
    static let variables = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]

    /// The address of the session bus.
    ///
    /// Only sockets of this machine: `tcp:` would carry everything over a network, `unixexec:` and
    /// `autolaunch:` start programs.
    ///
    /// - Parameter environment: the variables to look at.
    /// - Returns: one or more addresses of sockets, as GLib takes them.
    /// - Throws: `UNSUPPORTED` if neither variable names a socket.
    static func find(_ environment: [String: String]) throws(KeychainError) -> String {
        if let list = environment["DBUS_SESSION_BUS_ADDRESS"], !list.isEmpty {
            return try checked(list)
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw KeychainError.noBus
        }
        return "unix:path=" + escaped(folder + "/bus")
    }

    /// The addresses of a list that are sockets of this machine.
    ///
    /// - Parameter list: addresses, as the variable holds them.
    /// - Returns: one or more addresses.
    /// - Throws: `UNSUPPORTED` if none is.
    static func checked(_ list: String) throws(KeychainError) -> String {
        let sockets = list.split(separator: ";").filter { $0.hasPrefix("unix:") }
        if sockets.isEmpty { throw KeychainError.noBus }
        return sockets.joined(separator: ";")
    }

    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let plain = Set("-_/.\\*".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            let isLetter = (0x61...0x7a).contains(byte | 0x20) && byte < 0x80
            if isLetter || (0x30...0x39).contains(byte) || plain.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
