#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A value of a row: what may lie in ordinary memory, and what may not.
struct RowValue {
    var clear: [UInt8]
    var secret = SecretBytes([])
}

/// The verified rows of one transaction, and the changes made in it.
///
/// Top down, each level is believed only after the level above has vouched for it, so a row that
/// was lost, moved, put back or changed anywhere in the file is noticed by whoever looks there.
final class HistoryRows {
    let keys: HistoryKeys
    private let file: HistoryFile
    private let random: any SecureRandom
    private(set) var root: HistoryRoot
    private(set) var isChanged = false

    /// Verifies the root of the state that the running transaction sees.
    ///
    /// - Throws: `DATA_CORRUPTED` if it does not verify.
    init(
        _ file: HistoryFile, _ keys: HistoryKeys, random: any SecureRandom
    ) throws(KeychainError) {
        self.file = file
        self.keys = keys
        self.random = random
        let stored = try file.root()
        guard stored.database == keys.database, stored.mac == stored.root.mac(keys) else {
            throw .damagedHistory
        }
        root = stored.root
    }

    // MARK: Reading

    /// A row's value, or `nil` if the tree vouches that there is no such row (P1).
    func value(_ kind: RowKind, _ name: [UInt8]) throws(KeychainError) -> RowValue? {
        try value(kind, id: keys.id(kind, name))
    }

    /// The values of all rows of a kind that can be listed.
    func values(_ kind: RowKind) throws(KeychainError) -> [RowValue] {
        let ids = try file.ids(of: kind)
        guard let index = kind.listIndex, Set(ids).count == ids.count,
            UInt64(ids.count) == root.counts[index]
        else { throw .damagedHistory }
        var values: [RowValue] = []
        for id in ids {
            guard let value = try value(kind, id: id) else { throw .damagedHistory }
            values.append(value)
        }
        return values
    }

    private func value(_ kind: RowKind, id: [UInt8]) throws(KeychainError) -> RowValue? {
        guard let joined = try joined(kind, id: id) else { return nil }
        return try RowCoding.split(joined)
    }

    /// The bytes of a row and of those that continue it.
    private func joined(_ kind: RowKind, id: [UInt8]) throws(KeychainError) -> SecretBytes? {
        guard let first = try opened(kind, id) else { return nil }
        let count = try RowCoding.byteCount(in: first)
        guard count > RowCoding.pieceByteCount else { return first }
        var pieces = [first]
        for number in 1..<RowCoding.pieceCount(of: count) {
            let name = RowCoding.name(ofPiece: number, id)
            guard let piece = try opened(.continuation, keys.id(.continuation, name)) else {
                throw .damagedHistory
            }
            pieces.append(piece)
        }
        return try RowCoding.join(pieces, byteCount: count)
    }

    private func opened(_ kind: RowKind, _ id: [UInt8]) throws(KeychainError) -> SecretBytes? {
        let entries = try entries(of: TreePart(of: id))
        guard let salt = RowCoding.salt(of: id, in: entries) else { return nil }
        guard let row = try file.row(id), row.kind == kind, row.salt == salt else {
            throw .damagedHistory
        }
        return try RowSeal(keys: keys).open(row)
    }

    /// The ids and salts of a part, vouched for by the root.
    private func entries(of part: TreePart) throws(KeychainError) -> [UInt8] {
        let node = try node(part.range)
        let entries = try file.entries(of: part)
        let mac = HistoryRoot.partMAC(keys, part.index, entries)
        guard mac.elementsEqual(node[HistoryRoot.place(part.indexInRange)]) else {
            throw .damagedHistory
        }
        return entries
    }

    private func node(_ range: Int) throws(KeychainError) -> [UInt8] {
        let node = try file.node(range)
        let mac = HistoryRoot.nodeMAC(keys, range, node)
        guard mac.elementsEqual(root.ranges[HistoryRoot.place(range)]) else {
            throw .damagedHistory
        }
        return node
    }

    // MARK: Changing

    /// Creates or replaces a row.
    func put(_ kind: RowKind, _ name: [UInt8], _ value: RowValue) throws(KeychainError) {
        let id = keys.id(kind, name)
        try removeContinuations(kind, id)
        let pieces = RowCoding.pieces(of: value)
        for (number, piece) in pieces.enumerated().dropFirst() {
            let name = RowCoding.name(ofPiece: number, id)
            try put(piece, .continuation, keys.id(.continuation, name))
        }
        try put(pieces[0], kind, id)
    }

    /// Removes a row.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func remove(_ kind: RowKind, _ name: [UInt8]) throws(KeychainError) -> Bool {
        let id = keys.id(kind, name)
        guard RowCoding.salt(of: id, in: try entries(of: TreePart(of: id))) != nil else {
            return false
        }
        try removeContinuations(kind, id)
        try remove(kind, id: id)
        return true
    }

    /// Makes this a change although no row is written.
    func touch() { isChanged = true }

    /// Stores the root; the last step of each change.
    func finish() throws(KeychainError) {
        guard isChanged else { return }
        root.sequence += 1
        try file.put(root, of: keys.database, mac: root.mac(keys))
    }

    private func removeContinuations(_ kind: RowKind, _ id: [UInt8]) throws(KeychainError) {
        guard kind.canBeLong, let first = try opened(kind, id) else { return }
        let count = RowCoding.pieceCount(of: try RowCoding.byteCount(in: first))
        for number in 1..<max(1, count) {
            let name = RowCoding.name(ofPiece: number, id)
            try remove(.continuation, id: keys.id(.continuation, name))
        }
    }

    private func put(
        _ piece: SecretBytes, _ kind: RowKind, _ id: [UInt8]
    ) throws(KeychainError) {
        let salt = try crypto { () throws(CryptoError) in
            try random.bytes(HistoryRow.saltByteCount)
        }
        let row = try RowSeal(keys: keys).seal(
            piece, id: id, kind: kind, version: root.sequence + 1, salt: salt)
        let part = TreePart(of: id)
        let before = try entries(of: part)
        let isNew = RowCoding.salt(of: id, in: before) == nil
        try file.put(row)
        if isNew, let index = kind.listIndex { root.counts[index] += 1 }
        try vouch(for: part, RowCoding.entries(before, with: id, salt))
    }

    private func remove(_ kind: RowKind, id: [UInt8]) throws(KeychainError) {
        let part = TreePart(of: id)
        let before = try entries(of: part)
        guard RowCoding.salt(of: id, in: before) != nil else { throw .damagedHistory }
        try file.remove(id)
        if let index = kind.listIndex { root.counts[index] -= 1 }
        try vouch(for: part, RowCoding.entries(before, with: id, nil))
    }

    /// Stores what the levels above say of a part: of the entries that were verified, and the change;
    /// the file is not asked again.
    private func vouch(for part: TreePart, _ entries: [UInt8]) throws(KeychainError) {
        isChanged = true
        var node = try node(part.range)
        node.replaceSubrange(
            HistoryRoot.place(part.indexInRange),
            with: HistoryRoot.partMAC(keys, part.index, entries))
        try file.put(node, ofRange: part.range)
        root.ranges.replaceSubrange(
            HistoryRoot.place(part.range), with: HistoryRoot.nodeMAC(keys, part.range, node))
    }
}

extension RowKind {
    /// Whether rows of the kind may need others that continue them.
    var canBeLong: Bool {
        switch self {
        case .received, .draft, .envelope, .prekeyState, .outgoing, .setting, .stagedPiece: true
        case .prekey, .unsent, .receipt, .conversation, .identity, .tombstone, .counter,
            .place, .continuation, .stagedState, .restoring:
            false
        }
    }
}
#endif
