#if os(Linux)
internal import Glibc
internal import Synchronization

/// What a relay says of itself, in lines on its standard error: never of whom or what.
final class EventLog: Sendable {
    /// How grave a line is.
    enum Level: String, Sendable {
        case note
        case failure
    }

    private struct Line: Hashable {
        let level: Level
        let text: String
    }

    private let clock: RelayClock
    private let descriptor: Int32
    private let last = Mutex<[Line: Int64]>([:])
    private static let quietSeconds: Int64 = 10

    /// Makes a log.
    init(clock: RelayClock, descriptor: Int32 = 2) {
        self.clock = clock
        self.descriptor = descriptor
    }

    /// Writes a line; the same line again within ten seconds is left out.
    func write(_ level: Level, _ text: String) {
        let now = clock.now()
        let line = Line(level: level, text: text)
        let isNew = last.withLock { last in
            if let time = last[line], now - time < Self.quietSeconds { return false }
            if last.count > 256 { last.removeAll() }
            last[line] = now
            return true
        }
        guard isNew else { return }
        let bytes = Array("\(now) \(level.rawValue): \(text)\n".utf8)
        // A reader that went away is no reason to stop serving.
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
#endif
