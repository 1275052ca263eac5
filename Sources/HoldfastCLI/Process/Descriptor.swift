import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Reading and writing whole runs of bytes, whatever the descriptor is connected to.
enum Descriptor {
    /// Reads up to the end, or to one byte more than a limit.
    ///
    /// - Parameters:
    ///   - descriptor: what to read; a non-blocking one is waited for.
    ///   - limit: most bytes that are wanted.
    /// - Returns: all bytes; `nil` if there are more than `limit`, of which the rest was not read.
    /// - Throws: `UNKNOWN` with the system's number.
    static func readAll(
        _ descriptor: Int32, limit: Int
    ) throws(KeychainError) -> SecretBuffer? {
        let buffer = SecretBuffer(capacity: min(limit + 1, 65_536))
        return try readAll(descriptor, into: buffer, limit: limit) ? buffer : nil
    }

    /// Reads on, up to the end, or until a buffer holds one byte more than a limit.
    ///
    /// - Parameters:
    ///   - descriptor: what to read; a non-blocking one is waited for.
    ///   - buffer: what was read goes to its end.
    ///   - limit: most bytes that are wanted in it.
    /// - Returns: whether the end was reached.
    /// - Throws: `UNKNOWN` with the system's number.
    static func readAll(
        _ descriptor: Int32, into buffer: SecretBuffer, limit: Int
    ) throws(KeychainError) -> Bool {
        while buffer.count <= limit {
            let wanted = min(65_536, limit + 1 - buffer.count)
            let added = try buffer.append(upTo: wanted) { (room) throws(KeychainError) -> Int in
                try readSome(descriptor, into: room)
            }
            if added == 0 { return true }
        }
        return false
    }

    /// Reads at least one byte, or none at the end.
    static func readSome(
        _ descriptor: Int32, into room: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        while true {
            let count = read(descriptor, room.baseAddress, room.count)
            if count >= 0 { return count }
            try wait(for: descriptor, events: POLLIN, after: errno)
        }
    }

    /// Writes all bytes.
    ///
    /// - Parameters:
    ///   - bytes: what to write.
    ///   - descriptor: where to; a non-blocking one is waited for.
    /// - Throws: `UNKNOWN` with the system's number; some of the bytes may be written.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
    ) throws(KeychainError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else {
                try wait(for: descriptor, events: POLLOUT, after: errno)
            }
        }
    }

    /// Waits until a call that failed for the moment can be tried again.
    private static func wait(
        for descriptor: Int32, events: Int32, after number: Int32
    ) throws(KeychainError) {
        if number == EINTR { return }
        guard number == EAGAIN || number == EWOULDBLOCK else { throw KeychainError(errno: number) }
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        if poll(&entry, 1, -1) < 0, errno != EINTR { throw KeychainError(errno: errno) }
    }
}
