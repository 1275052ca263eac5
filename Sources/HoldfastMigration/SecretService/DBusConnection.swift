#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// One connection to the session bus, for a handful of calls.
///
/// It is spoken to directly rather than through a library, which the tool would load at every
/// start, and rather than through a program, since a session with the keyring ends with the
/// connection that opened it.
///
/// - Note: D-Bus Specification 0.43, "Authentication Protocol" (EXTERNAL) and "Message Protocol".
final class DBusConnection {
    private let descriptor: Int32
    private var serial = 0
    /// Signals that came while an answer was awaited.
    private var signals: [DBusMessage] = []

    /// Connects and says hello; blocks for at most half a minute a step.
    ///
    /// - Throws: `UNSUPPORTED` if there is no session bus, `UNKNOWN` with the system's number.
    init(to address: DBusAddress) throws(KeychainError) {
        descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure(errno) }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        try address.connect(descriptor)
        try authenticate()
        _ = try call(
            DBusCall(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "Hello"))
    }

    deinit {
        close(descriptor)
    }

    /// Calls a method and waits for its answer.
    ///
    /// - Returns: the values of the answer.
    /// - Throws: what ``SecretServiceError`` makes of an error, or why the bus cannot be used.
    func call(_ call: DBusCall) throws(KeychainError) -> [DBusValue] {
        serial += 1
        try send(DBusWriter.call(call, serial: serial))
        while true {
            let message = try receive()
            keep(message)
            // Calls of others are not for us.
            guard message.replySerial == UInt64(serial) else { continue }
            switch message.kind {
            case .reply: return message.values
            case .error: throw SecretServiceError.of(message.errorName ?? "")
            default: continue
            }
        }
    }

    /// Waits for a signal.
    ///
    /// - Parameters:
    ///   - name: interface and member.
    ///   - path: the object that it is about.
    ///   - sender: the unique name of the only one that is believed.
    ///   - limit: how long to wait.
    /// - Returns: its values; `nil` if it did not come in time.
    /// - Throws: why the bus cannot be used.
    func signal(
        _ name: String, path: String, from sender: String, within limit: Duration
    ) throws(KeychainError) -> [DBusValue]? {
        let clock = ContinuousClock()
        let end = clock.now + limit
        while true {
            for message in signals
            where message.signalName == name && message.path == path && message.sender == sender {
                return message.values
            }
            let left = end - clock.now
            guard left > .zero else { return nil }
            if try isReadable(within: left) { keep(try receive()) }
        }
    }

    private func keep(_ message: DBusMessage) {
        // A bus that floods us does not fill the memory: the oldest ones go.
        guard message.kind == .signal else { return }
        if signals.count == Self.keptSignalCount { signals.removeFirst() }
        signals.append(message)
    }

    private static let keptSignalCount = 64

    /// Whether there is something to read before the time is up, or a signal comes in between.
    private func isReadable(within limit: Duration) throws(KeychainError) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Rounded up, so that the last one does not come back at once again and again.
        let milliseconds = min(limit, .seconds(60)) / .milliseconds(1)
        let count = poll(&entry, 1, Int32(milliseconds.rounded(.up)))
        guard count >= 0 || errno == EINTR else { throw Self.failure(errno) }
        return count > 0
    }

    private func authenticate() throws(KeychainError) {
        let digits = Array("0123456789abcdef".utf8)
        let name = String(getuid()).utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        try send([0] + Array("AUTH EXTERNAL ".utf8) + name + Array("\r\n".utf8))
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            guard line.count < 512 else { throw Self.refused }
            let buffer = try receive(count: 1)
            buffer.withUnsafeBytes { line += $0 }
        }
        guard line.starts(with: Array("OK ".utf8)) else { throw Self.refused }
        try send(Array("BEGIN\r\n".utf8))
    }

    private func receive() throws(KeychainError) -> DBusMessage {
        let buffer = try receive(count: DBusMessage.startCount)
        let restCount = try buffer.withUnsafeBytes { (bytes) throws(KeychainError) in
            try DBusMessage.restCount(bytes)
        }
        let rest = try receive(count: restCount)
        rest.withUnsafeBytes { buffer.append($0) }
        return try buffer.withUnsafeBytes { (bytes) throws(KeychainError) in
            try DBusMessage(bytes)
        }
    }

    private func receive(count: Int) throws(KeychainError) -> SecretBuffer {
        let buffer = SecretBuffer(capacity: max(1, count))
        while buffer.count < count {
            let added = try buffer.append(upTo: count - buffer.count) {
                (room) throws(KeychainError) -> Int in
                let got = recv(descriptor, room.baseAddress, room.count, 0)
                if got < 0 && errno == EINTR { return 0 }
                guard got >= 0 else { throw Self.failure(errno) }
                if got == 0 { throw Self.failure(ECONNRESET) }
                return got
            }
            if added == 0 { continue }
        }
        return buffer
    }

    private func send(_ bytes: [UInt8]) throws(KeychainError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                // A bus that went away is an answer and not a reason to die of SIGPIPE.
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(errno) }
            rest = rest.dropFirst(count)
        }
    }

    static func failure(_ number: Int32) -> KeychainError {
        KeychainError(
            .unknown, "the session bus cannot be used", nativeDomain: "errno",
            nativeCode: Int(number))
    }

    private static let refused = KeychainError(
        .unsupported, "the session bus refuses this user",
        advice: "run it as the user whose session it is")
}
#endif
