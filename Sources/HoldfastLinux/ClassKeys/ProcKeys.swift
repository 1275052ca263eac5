#if os(Linux)
import Glibc

/// Reads how long a kernel key will live from `/proc/keys`, the only place that tells.
///
/// - Note: `proc(5)`, `/proc/keys`: serial, flags, usage, time-out (`perm`, `expd` or a number with
///   the unit s, m, h, d or w), permissions, …
enum ProcKeys {
    /// What the list says of a key.
    enum Entry: Equatable {
        /// It is not in the list, or there is no list.
        case unlisted
        /// It has no end.
        case endless
        /// It ends by itself, rounded down to the unit that the kernel shows.
        case ending(Duration)
    }

    /// What the list says of a key.
    static func entry(_ serial: Int32) -> Entry {
        guard let file = fopen("/proc/keys", "re") else { return .unlisted }
        defer { fclose(file) }
        let wanted = UInt32(bitPattern: serial)
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let fields = text.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count > 3, UInt32(fields[0], radix: 16) == wanted else { continue }
            return lifetime(fields[3]).map { .ending($0) } ?? .endless
        }
        return .unlisted
    }

    static func lifetime(_ field: Substring) -> Duration? {
        if field == "expd" { return .zero }
        let secondsPerUnit: [Character: Int] = [
            "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800,
        ]
        guard let unit = field.last.flatMap({ secondsPerUnit[$0] }),
            let count = Int(field.dropLast())
        else { return nil }
        return .seconds(count * unit)
    }
}
#endif
