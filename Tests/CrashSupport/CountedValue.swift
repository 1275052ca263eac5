internal import HoldfastSQLite

/// Values that say who wrote them and when, and whose every byte can be checked.
package struct CountedValue: Hashable, Sendable {
    /// The writer's number.
    package var writer: Int
    /// Which write of this writer to this item it was.
    package var count: Int

    /// Names a value.
    package init(writer: Int, count: Int) {
        self.writer = writer
        self.count = count
    }

    /// The bytes: a line with both numbers and the length, then a pattern that depends on them.
    package func bytes(count byteCount: Int) -> [UInt8] {
        let head = Array("\(writer) \(count) \(byteCount)\n".utf8)
        var generator = SplitMix64(seed: UInt64(writer) << 40 ^ UInt64(count))
        var bytes = head
        while bytes.count < byteCount {
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(max(byteCount, head.count)))
    }

    /// Reads bytes back; nil if they are not exactly what ``bytes(count:)`` makes.
    package init?(_ bytes: [UInt8]) {
        let head = bytes.prefix { $0 != 10 }
        let words = String(decoding: head, as: UTF8.self).split(separator: " ").compactMap {
            Int($0)
        }
        guard words.count == 3 else { return nil }
        self.init(writer: words[0], count: words[1])
        guard self.bytes(count: words[2]) == bytes else { return nil }
    }
}
