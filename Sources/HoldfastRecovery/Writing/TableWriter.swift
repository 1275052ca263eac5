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
        while true {
            let records = try await atStore { () throws(KeychainError) in try await cursor.next() }
            guard !records.isEmpty else { break }
            for record in records {
                note(record)
                if let piece = cutter.take(record) { try await write(piece) }
            }
        }
        let rest = cutter.rest()
        if !rest.isEmpty { try await write(rest) }
    }

    private mutating func note(_ record: BackupRecord) {
        precondition(record.table == table, "a cursor yields one table's records")
        recordCount += 1
        if record.value == nil { unreadableCount += 1 }
        guard let time = record.time else { return }
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
    }

    private mutating func write(_ piece: [BackupRecord]) async throws(RecoveryError) {
        let (keys, slot, table, number) = (keys, slot, table, nextNumber)
        let (known, random) = (known, random)
        let work = try await working { () throws(RecoveryError) -> Prepared in
            let plaintext = PieceCoding.encode(piece)
            let plaintextHash = Digest256(known: SHA256.hash { $0.absorb(plaintext) })
            if let entry = known[plaintextHash] { return .known(entry) }
            let name = keys.name(
                of: .piece(number, of: table, in: slot), plaintextHash: plaintextHash)
            let sealed = try recovering { () throws(CryptoError) in
                try keys.seal(plaintext, named: name, random: random)
            }
            let entry = PieceEntry(
                number: number, name: name, hash: Digest256(known: SHA256.hash(sealed)),
                plaintextHash: plaintextHash, byteCount: UInt64(sealed.count),
                recordCount: UInt64(piece.count))
            return .new(entry, sealed)
        }
        switch work {
        case .known(let entry): entries.append(entry)
        case .new(let entry, let sealed):
            nextNumber += 1
            entries.append(try await keep(entry, sealed))
        }
    }

    /// Sends a piece, unless it was sent before by a backup that did not come to its end.
    private mutating func keep(
        _ entry: PieceEntry, _ sealed: [UInt8]
    ) async throws(RecoveryError) -> PieceEntry {
        let (target, lineage) = (target, keys.lineage)
        if try await atTarget({ () throws(BackupTargetError) in
            try await target.holdsChunk(entry.name, of: lineage)
        }) {
            return try await found(entry)
        }
        let hash = try await atTarget { () throws(BackupTargetError) in
            try await target.keepChunk(
                sealed, hash: entry.hash, named: entry.name, of: lineage)
        }
        sentByteCount += sealed.count
        guard hash == entry.hash else { return try await found(entry) }
        sent.append(entry)
        return entry
    }

    /// The entry of what is there under the same name: sealed another time, so its bytes are others.
    private func found(_ entry: PieceEntry) async throws(RecoveryError) -> PieceEntry {
        let (target, keys) = (target, keys)
        let bytes = try await atTarget { () throws(BackupTargetError) in
            try await target.chunk(entry.name, of: keys.lineage)
        }
        guard let bytes else { throw .damaged(BackupDamage(.chunk, .missing)) }
        return try await working { () throws(RecoveryError) in
            let plaintext: SecretBytes
            do throws(CryptoError) {
                plaintext = try keys.open(bytes, named: entry.name)
            } catch {
                throw error.asDamage(of: .chunk)
            }
            guard SHA256.hash({ $0.absorb(plaintext) }) == entry.plaintextHash.bytes else {
                throw .damaged(BackupDamage(.chunk, .changed))
            }
            return PieceEntry(
                number: entry.number, name: entry.name,
                hash: Digest256(known: SHA256.hash(bytes)), plaintextHash: entry.plaintextHash,
                byteCount: UInt64(bytes.count), recordCount: entry.recordCount)
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
        let sealed = try recovering { () throws(CryptoError) in
            try keys.seal(plaintext, named: name, random: random)
        }
        let entry = PieceEntry(
            number: UInt64(number), name: name, hash: Digest256(known: SHA256.hash(sealed)),
            plaintextHash: plaintextHash, byteCount: UInt64(sealed.count),
            recordCount: UInt64(page.entries.count))
        let kept = try await keep(entry, sealed)
        return BackupManifest.Page(
            name: name, hash: kept.hash, count: UInt16(page.entries.count))
    }

    private enum Prepared: Sendable {
        case known(PieceEntry)
        case new(PieceEntry, [UInt8])
    }

    /// Runs what takes the processor long where it holds up nobody.
    private func working<R: Sendable>(
        _ body: @escaping @Sendable () throws(RecoveryError) -> R
    ) async throws(RecoveryError) -> R {
        try await queue.recovering(body)
    }
}

extension BlockingQueue {
    /// Runs a body on the queue.
    func recovering<R: Sendable>(
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
