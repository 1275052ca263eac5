#if os(Linux)
import HoldfastCrypto

/// The top of the tree: what everything else in the history is authenticated by.
///
/// A row belongs to the range that the first 6 bits of its id number and to the part that the first
/// 12 bits number. A part's MAC is over the ids and salts of all its rows, so that a row that was
/// lost, put back or exchanged is noticed, and "there is no such row" is vouched for.
struct HistoryRoot: Sendable, Equatable {
    static let macByteCount = 32
    static let shortMACByteCount = 16
    static let rangeCount = 64
    static let partsPerRange = 64
    static let rangesByteCount = rangeCount * shortMACByteCount
    static let nodeByteCount = partsPerRange * shortMACByteCount
    static let countsByteCount = RowKind.lastListed * 8

    /// Grows by one with every change; a row's version is the sequence that wrote it.
    var sequence: UInt64 = 0
    /// How many rows there are of each kind that can be listed.
    var counts = [UInt64](repeating: 0, count: RowKind.lastListed)
    /// The MACs of the ranges; zeros for one without rows.
    var ranges = [UInt8](repeating: 0, count: rangesByteCount)

    func mac(_ keys: HistoryKeys) -> [UInt8] {
        keys.tree.authenticate { message in
            message.absorb(Self.rootLabel)
            message.absorb(keys.database.bytes)
            message.absorb(bigEndian: UInt64(HistorySchema.format))
            message.absorb(bigEndian: sequence)
            for count in counts { message.absorb(bigEndian: count) }
            message.absorb(ranges)
        }
    }

    static func nodeMAC(_ keys: HistoryKeys, _ range: Int, _ node: [UInt8]) -> [UInt8] {
        guard node.contains(where: { $0 != 0 }) else { return noMAC }
        return keys.tree.authenticate(keeping: shortMACByteCount) { message in
            message.absorb(nodeLabel)
            message.absorb(keys.database.bytes)
            message.absorb(bigEndian: UInt64(range))
            message.absorb(node)
        }
    }

    static func partMAC(_ keys: HistoryKeys, _ part: Int, _ entries: [UInt8]) -> [UInt8] {
        guard !entries.isEmpty else { return noMAC }
        return keys.tree.authenticate(keeping: shortMACByteCount) { message in
            message.absorb(partLabel)
            message.absorb(keys.database.bytes)
            message.absorb(bigEndian: UInt64(part))
            message.absorb(bigEndian: UInt64(entries.count))
            message.absorb(entries)
        }
    }

    /// Where one of the MACs of a level stands.
    static func place(_ index: Int) -> Range<Int> {
        index * shortMACByteCount..<(index + 1) * shortMACByteCount
    }

    private static let noMAC = [UInt8](repeating: 0, count: shortMACByteCount)
    private static let rootLabel = Array("holdfast/history-root/v1".utf8)
    private static let nodeLabel = Array("holdfast/history-node/v1".utf8)
    private static let partLabel = Array("holdfast/history-part/v1".utf8)
}

/// The rows whose ids begin with the same 12 bits.
struct TreePart {
    let index: Int

    init(of id: [UInt8]) {
        index = (Int(id[0]) << 8 | Int(id[1])) >> 4
    }

    var range: Int { index / HistoryRoot.partsPerRange }
    var indexInRange: Int { index % HistoryRoot.partsPerRange }
    var firstID: [UInt8] { id(filledWith: 0x00) }
    var lastID: [UInt8] { id(filledWith: 0xff) }

    private func id(filledWith byte: UInt8) -> [UInt8] {
        let start = index << 4 | Int(byte & 0x0f)
        return [UInt8(start >> 8), UInt8(start & 0xff)]
            + [UInt8](repeating: byte, count: HistoryRow.idByteCount - 2)
    }
}
#endif
