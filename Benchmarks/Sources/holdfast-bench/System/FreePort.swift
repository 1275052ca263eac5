import Glibc

/// Ports of this machine's own address, for servers that do not tell which one they took.
enum FreePort {
    /// A port that nobody listens on.
    static func find() throws -> UInt16 {
        let socket = try open()
        defer { close(socket) }
        guard with(address(0), { bind(socket, $0, $1) }) == 0 else {
            throw BenchFailure.system("no free port", errno)
        }
        var (found, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let code = withUnsafeMutablePointer(to: &found) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &size)
            }
        }
        guard code == 0 else { throw BenchFailure.system("no free port", errno) }
        return UInt16(bigEndian: found.sin_port)
    }

    /// Waits until somebody listens, at most a minute.
    static func waitUntilListening(_ port: UInt16) throws {
        for _ in 0..<600 {
            if let socket = try connect(to: port) {
                close(socket)
                return
            }
            try OpenConnection.pause(milliseconds: 100)
        }
        throw BenchFailure("nobody listens on port \(port)")
    }

    /// A connection, which whoever asked for it closes.
    static func connection(to port: UInt16) throws -> Int32 {
        guard let socket = try connect(to: port) else {
            throw BenchFailure.system("nobody listens on port \(port)", errno)
        }
        return socket
    }

    private static func connect(to port: UInt16) throws -> Int32? {
        let socket = try open()
        guard with(address(port), { Glibc.connect(socket, $0, $1) }) == 0 else {
            close(socket)
            return nil
        }
        return socket
    }

    private static func open() throws -> Int32 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw BenchFailure.system("no socket", errno) }
        return socket
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    private static func with(
        _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
