import HoldfastCore
import HoldfastCrypto
import HoldfastWire

/// Writes one table of one device: pieces that are not there yet, then pages that list them all.
struct TableWriter {
    let keys: BackupKeys
    let slot: SlotID
    let table: BackupTable
    let target: any BackupTarget
    let random: any SecureRandom
    let queue: BlockingQueue

    /// What the newest generation has of this table: pieces by what is in them.
    private var known: [Digest256: PieceEntry] = [:]
    private var knownPages: [BackupManifest.Page] = []
    private var nextNumber: UInt64 = 0
    private var entries: [PieceEntry] = []
    private var recordCount: UInt64 = 0
    private var unreadableCount: UInt64 = 0
    private(set) var span: ClosedRange<Int64>?
    /// Number of bytes that were sent.
    private(set) var sentByteCount = 0
    /// What was sent, for whoever verifies it.
    private(set) var sent: [PieceEntry] = []

    init(
        keys: BackupKeys, slot: SlotID, table: BackupTable, target: any BackupTarget,
        random: any SecureRandom, queue: BlockingQueue
    ) {
        self.keys = keys
        self.slot = slot
        self.table = table
        self.target = target
        self.random = random
        self.queue = queue
    }

    /// Begins where the newest generation ended.
    mutating func begin(
        after newest: BackupManifest.Table?, _ reader: ChunkReader
    ) async throws(RecoveryError) {
        guard let newest else { return }
        nextNumber = newest.nextNumber
        knownPages = newest.pages
        for (number, page) in newest.pages.enumerated() {
            let entries = try await reader.entries(of: page, number, table, slot)
            for entry in entries { known[entry.plaintextHash] = entry }
        }
    }

    /// Writes all records of a cursor.
    mutating func write(_ cursor: any BackupCursor) async throws(RecoveryError) {
        let keys = keys
        var cutter = PieceCutter { keys.border(after: $0) }
        var ready: [Prepared] = []
        while true {
            let records = try await atStore { () throws(KeychainError) in try await cursor.next() }
            guard !records.isEmpty else { break }
            var pieces: [[BackupRecord]] = []
            for record in records {
                note(record)
                if let piece = cutter.take(record) { pieces.append(piece) }
            }
            ready = try await prepare(pieces, whileKeeping: ready)
        }
        let rest = cutter.rest()
        ready = try await prepare(rest.isEmpty ? [] : [rest], whileKeeping: ready)
        _ = try await prepare([], whileKeeping: ready)
    }

    private mutating func note(_ record: BackupRecord) {
        precondition(record.table == table, "a cursor yields one table's records")
        recordCount += 1
        if record.value == nil { unreadableCount += 1 }
        guard let time = record.time else { return }
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
    }

    /// Seals pieces on all cores while the target takes those before them.
    private mutating func prepare(
        _ pieces: [[BackupRecord]], whileKeeping ready: [Prepared]
    ) async throws(RecoveryError) -> [Prepared] {
        let sender = ChunkSender(keys: keys, target: target, queue: queue)
        async let keeping = sender.keep(ready)
        let prepared = await prepared(pieces)
        for kept in try await keeping.get() { take(kept) }
        return try prepared.get()
    }

    private mutating func take(_ kept: ChunkSender.Kept) {
        entries.append(kept.entry)
        sentByteCount += kept.sentByteCount
        if kept.isSent { sent.append(kept.entry) }
    }

    private mutating func prepared(
        _ pieces: [[BackupRecord]]
    ) async -> Result<[Prepared], RecoveryError> {
        let encoded = await queue.each(of: pieces.count) { index in
            let plaintext = PieceCoding.encode(pieces[index])
            return (plaintext, Digest256(known: SHA256.hash { $0.absorb(plaintext) }))
        }
        // A piece that is there keeps its number; the numbers of the others follow one another.
        var numbers: [UInt64] = []
        for (_, hash) in encoded {
            numbers.append(nextNumber)
            if known[hash] == nil { nextNumber += 1 }
        }
        let (keys, slot, table, known, random) = (keys, slot, table, known, random)
        let sealed = await queue.each(of: pieces.count) { [numbers] index in
            Result { () throws(RecoveryError) -> Prepared in
                let (plaintext, hash) = encoded[index]
                if let entry = known[hash] { return .known(entry) }
                let place = ChunkPlace.piece(numbers[index], of: table, in: slot)
                return try .new(
                    plaintext, plaintextHash: hash, at: place,
                    recordCount: pieces[index].count, keys: keys, random: random)
            }
        }
        return Result { () throws(RecoveryError) in
            var prepared: [Prepared] = []
            for piece in sealed { prepared.append(try piece.get()) }
            return prepared
        }
    }

    /// Writes the pages, and gives what a manifest says of the table.
    mutating func finish() async throws(RecoveryError) -> BackupManifest.Table {
        var pages: [BackupManifest.Page] = []
        for start in stride(from: 0, to: entries.count, by: PiecePage.limit) {
            let page = PiecePage(Array(entries[start...].prefix(PiecePage.limit)))
            pages.append(try await write(page, number: pages.count))
        }
        return BackupManifest.Table(
            table: table, recordCount: recordCount, unreadableCount: unreadableCount,
            nextNumber: nextNumber, pages: pages)
    }

    private mutating func write(
        _ page: PiecePage, number: Int
    ) async throws(RecoveryError) -> BackupManifest.Page {
        let plaintext = SecretBytes(page.bytes)
        let plaintextHash = Digest256(known: SHA256.hash { $0.absorb(plaintext) })
        let name = keys.name(
            of: .page(UInt64(number), of: table, in: slot), plaintextHash: plaintextHash)
        if number < knownPages.count, knownPages[number].name == name {
            return knownPages[number]
        }
        let prepared = try Prepared.new(
            plaintext, plaintextHash: plaintextHash,
            at: .page(UInt64(number), of: table, in: slot), recordCount: page.entries.count,
            keys: keys, random: random)
        let sender = ChunkSender(keys: keys, target: target, queue: queue)
        guard let kept = try await sender.keep([prepared]).get().first else {
            preconditionFailure("one page was sent")
        }
        sentByteCount += kept.sentByteCount
        if kept.isSent { sent.append(kept.entry) }
        return BackupManifest.Page(
            name: name, hash: kept.entry.hash, count: UInt16(page.entries.count))
    }
}

extension BlockingQueue {
    /// Runs a body on the queue.
    ///
    /// - Parameter body: may block, and derive keys.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; ``RecoveryError/store(_:)`` if it was not run.
    package func recovering<R: Sendable>(
        _ body: @escaping @Sendable () throws(RecoveryError) -> R
    ) async throws(RecoveryError) -> R {
        let result: Result<R, RecoveryError>
        do throws(KeychainError) {
            result = try await run { () throws(KeychainError) in
                Result { () throws(RecoveryError) in try body() }
            }
        } catch {
            throw .store(error)
        }
        return try result.get()
    }
}
