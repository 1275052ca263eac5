import HoldfastCrypto
import HoldfastWire

/// The open file of a backup, and what is where in it.
///
/// Calls block on the disk.
///
/// Blocks are only ever appended. Before the first byte of something unfinished is written, a marker
/// beside the file tells how much of it is whole; once the manifest is durable the marker goes. A
/// death at any step leaves what was whole before.
struct BackupFile: Sendable {
    var path: String
    let descriptor: Int32
    /// How much of the file is whole blocks.
    private(set) var end = 0
    private(set) var index = FileIndex()
    /// Up to where the disk was told to begin: it works while the next pieces are sealed.
    private var begunEnd = 0
    private static let syncStep = 8 << 20

    private var markerPath: String { path + ".unfinished" }

    init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    // MARK: Reading

    /// Takes in what was appended since, by this process or another one.
    ///
    /// - Throws: `damaged` if the file is not whole blocks up to its end, or up to where an unfinished
    ///   writing began.
    mutating func refresh() throws(BackupTargetError) {
        let count = try BackupFileCalls.byteCount(descriptor)
        let finished = try readMarker()
        if end == 0 {
            guard try readFileHead(count, isUnfinished: finished != nil) else { return }
        }
        var last: FileBlock.Kind?
        while end < count {
            let isUnfinished = finished.map { end >= $0 } ?? false
            guard let block = try block(at: end, of: count) else {
                if isUnfinished { return }
                throw .damaged(BackupDamage(.file, try damage(of: count, after: last)))
            }
            if isUnfinished {
                guard try isWhole(block) else { return }
            }
            try take(block, at: end)
            end += FileBlock.headCount + block.byteCount
            last = block.kind
        }
        guard finished != nil || last?.isEnd != false else {
            throw .damaged(BackupDamage(.file, .truncated))
        }
    }

    private mutating func readFileHead(
        _ count: Int, isUnfinished: Bool
    ) throws(BackupTargetError) -> Bool {
        let head = try BackupFileCalls.read(descriptor, at: 0, FileBlock.fileHead.count)
        if head == FileBlock.fileHead {
            end = head.count
            return true
        }
        // Nothing was acknowledged of a file that is being made.
        if isUnfinished || count == 0 { return false }
        guard head.count == FileBlock.fileHead.count else {
            let isBeginning = head == Array(FileBlock.fileHead.prefix(head.count))
            throw .damaged(BackupDamage(.file, isBeginning ? .truncated : .malformed))
        }
        guard head.prefix(8) == FileBlock.fileHead.prefix(8), head[10...].allSatisfy({ $0 == 0 })
        else { throw .damaged(BackupDamage(.file, .malformed)) }
        throw .newerFormat
    }

    /// A whole block; `nil` if there is none.
    private func block(at place: Int, of count: Int) throws(BackupTargetError) -> FileBlock? {
        let head = try BackupFileCalls.read(descriptor, at: place, FileBlock.headCount)
        guard let block = try FileBlock(head, at: place),
            block.byteCount <= count - place - FileBlock.headCount
        else { return nil }
        return block
    }

    /// Whether a block at the end has all its bytes: after a loss of power some may be missing.
    private func isWhole(_ block: FileBlock) throws(BackupTargetError) -> Bool {
        let start = end + FileBlock.headCount
        let payload = try BackupFileCalls.read(descriptor, at: start, block.byteCount)
        return SHA256.hash(payload) == block.hash.bytes
    }

    /// What is wrong with a rest that is no block.
    private func damage(
        of count: Int, after last: FileBlock.Kind?
    ) throws(BackupTargetError) -> BackupDamage.Kind {
        let head = try BackupFileCalls.read(descriptor, at: end, FileBlock.headCount)
        if try FileBlock(head, at: end) != nil { return .truncated }
        if head.count < FileBlock.headCount { return last == .chunk ? .truncated : .trailing }
        // What follows is a block, so that the head before it was changed; or it is nothing of ours.
        return .changed
    }

    /// Notes a block, and checks what is not checked by whoever asks for it.
    private mutating func take(
        _ block: FileBlock, at place: Int
    ) throws(BackupTargetError) {
        let start = place + FileBlock.headCount
        var payload: [UInt8] = []
        if block.kind != .chunk {
            payload = try BackupFileCalls.read(descriptor, at: start, block.byteCount)
            guard SHA256.hash(payload) == block.hash.bytes else {
                throw .damaged(BackupDamage(.file, .changed))
            }
        }
        try index.take(block, payload, at: start)
    }

    /// What a block holds.
    func read(_ entry: FileIndex.Chunk) throws(BackupTargetError) -> [UInt8] {
        try BackupFileCalls.read(descriptor, at: entry.start, Int(entry.byteCount))
    }

    // MARK: Writing

    /// Appends a block, which is not durable yet.
    mutating func append(
        _ block: FileBlock, _ payload: [UInt8]
    ) throws(BackupTargetError) {
        try begin()
        let head = block.head(at: end)
        // The head last: a head that is there stands before bytes that are.
        try BackupFileCalls.write(payload, to: descriptor, at: end + head.count)
        try BackupFileCalls.write(head, to: descriptor, at: end)
        try index.take(block, payload, at: end + head.count)
        end += head.count + payload.count
        if end - begunEnd >= Self.syncStep {
            BackupFileCalls.beginSync(descriptor, at: begunEnd, end - begunEnd)
            begunEnd = end
        }
    }

    /// Appends a block after all others, durable when this returns.
    mutating func commit(
        _ block: FileBlock, _ payload: [UInt8]
    ) throws(BackupTargetError) {
        try begin()
        // What the block names must be on the disk before it.
        try BackupFileCalls.sync(descriptor)
        try append(block, payload)
        try BackupFileCalls.sync(descriptor)
        try BackupFileCalls.remove(markerPath)
        try BackupFileCalls.syncFolder(of: path)
    }

    /// Says how much is whole, if nothing says so yet, and takes away what a dead writer left.
    private mutating func begin() throws(BackupTargetError) {
        guard try readMarker() == nil else { return try dropRest() }
        let length = WireWriter.encode { $0.put(UInt64(end)) }
        let marker = Self.markerHead + length
        guard let file = try BackupFileCalls.open(markerPath, creating: true) else {
            throw BackupFileCalls.failure()
        }
        defer { BackupFileCalls.close(file) }
        try BackupFileCalls.write(
            marker + SHA256.hash(marker).prefix(16), to: file, at: 0)
        try BackupFileCalls.sync(file)
        try BackupFileCalls.syncFolder(of: path)
        try dropRest()
    }

    private mutating func dropRest() throws(BackupTargetError) {
        if try BackupFileCalls.byteCount(descriptor) != end {
            try BackupFileCalls.truncate(descriptor, to: end)
        }
        if end == 0 {
            try BackupFileCalls.write(FileBlock.fileHead, to: descriptor, at: 0)
            end = FileBlock.fileHead.count
        }
    }

    /// How much was whole before an unfinished writing; `nil` if there is none.
    private func readMarker() throws(BackupTargetError) -> Int? {
        guard let file = try BackupFileCalls.open(markerPath) else { return nil }
        defer { BackupFileCalls.close(file) }
        let bytes = try BackupFileCalls.read(file, at: 0, 33)
        // A marker that is not whole was being written, and nothing was appended yet.
        guard bytes.count == 32, Array(bytes[..<8]) == Self.markerHead,
            SHA256.hash(Array(bytes[..<16])).prefix(16) == bytes[16...]
        else { return nil }
        return Int(clamping: bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static let markerHead = Array("HFBKOPEN".utf8)
}
