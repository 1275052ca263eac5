import Glibc

/// A connection to a port of this machine that stays open as long as the object.
final class OpenConnection {
    private let socket: Int32

    /// Connects.
    init(to port: UInt16) throws {
        socket = try FreePort.connection(to: port)
    }

    deinit { close(socket) }

    /// Sends bytes, and waits for no answer.
    func send(_ bytes: [UInt8]) throws {
        try SystemText.write(bytes, to: socket)
    }

    /// Waits a little.
    static func pause(milliseconds: UInt32) throws {
        try Interruption.check()
        usleep(milliseconds * 1_000)
    }
}
