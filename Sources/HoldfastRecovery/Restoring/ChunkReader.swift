import HoldfastCore
import HoldfastCrypto
import HoldfastWire

/// Reads chunks of a backup and believes none before all about it is checked.
struct ChunkReader: Sendable {
    let keys: BackupKeys
    let target: any BackupTarget
    let queue: BlockingQueue

    /// The pieces that a page lists.
    ///
    /// - Throws: ``RecoveryError/damaged(_:)`` with the page.
    func entries(
        of page: BackupManifest.Page, _ number: Int, _ table: BackupTable, _ slot: SlotID
    ) async throws(RecoveryError) -> [PieceEntry] {
        let missing = BackupDamage(.page, .missing, index: number)
        let sealed = try await chunk(page.name, missing).get()
        let plaintext = try await queue.recovering { () throws(RecoveryError) in
            try open(
                sealed, page.name, hash: page.hash,
                at: .page(UInt64(number), of: table, in: slot), missing)
        }
        let list = try decoding(.page) { () throws(WireError) in
            try PiecePage(decoding: plaintext.copyBytes())
        }
        guard list.entries.count == Int(page.count) else {
            throw .damaged(BackupDamage(.page, .contradictory, index: number))
        }
        return list.entries
    }

    /// The records of a piece.
    ///
    /// The index is the piece's place in the order of the whole backup, for the error.
    ///
    /// - Throws: ``RecoveryError/damaged(_:)`` with the chunk or the record.
    func records(
        of entry: PieceEntry, _ table: BackupTable, _ slot: SlotID, index: Int
    ) async throws(RecoveryError) -> [BackupRecord] {
        let opened = await records(of: [entry], table, slot, from: index)
        guard let records = opened.first else { preconditionFailure("one piece was asked for") }
        return try records.get()
    }

    /// The records of several pieces, read in their order and opened on all cores.
    ///
    /// - Returns: for each piece its records, or what is wrong with it.
    func records(
        of entries: [PieceEntry], _ table: BackupTable, _ slot: SlotID, from index: Int
    ) async -> [Result<[BackupRecord], RecoveryError>] {
        var chunks: [Result<[UInt8], RecoveryError>] = []
        for (offset, entry) in entries.enumerated() {
            chunks.append(
                await chunk(entry.name, BackupDamage(.chunk, .missing, index: index + offset)))
        }
        return await queue.each(of: entries.count) { [chunks] offset in
            Result { () throws(RecoveryError) in
                try decode(chunks[offset].get(), entries[offset], table, slot, index + offset)
            }
        }
    }

    private func decode(
        _ sealed: [UInt8], _ entry: PieceEntry, _ table: BackupTable, _ slot: SlotID, _ index: Int
    ) throws(RecoveryError) -> [BackupRecord] {
        let plaintext = try open(
            sealed, entry.name, hash: entry.hash, at: .piece(entry.number, of: table, in: slot),
            BackupDamage(.chunk, .missing, index: index))
        let records: [BackupRecord]
        do throws(PieceFault) {
            records = try PieceCoding.decode(plaintext, table)
        } catch {
            throw error == .newer
                ? .newerFormat(.record)
                : .damaged(BackupDamage(.record, .malformed, index: index))
        }
        guard UInt64(records.count) == entry.recordCount else {
            throw .damaged(BackupDamage(.chunk, .contradictory, index: index))
        }
        return records
    }

    /// A chunk's bytes, which nothing vouches for yet.
    private func chunk(
        _ name: Digest256, _ missing: BackupDamage
    ) async -> Result<[UInt8], RecoveryError> {
        let (target, lineage) = (target, keys.lineage)
        do throws(RecoveryError) {
            let bytes = try await atTarget { () throws(BackupTargetError) in
                try await target.chunk(name, of: lineage)
            }
            guard let bytes else { return .failure(.damaged(missing)) }
            return .success(bytes)
        } catch {
            return .failure(error)
        }
    }

    /// Opens a chunk: its bytes are the ones that are listed, it opens under its name, and its name is
    /// that of its place and its content.
    private func open(
        _ bytes: [UInt8], _ name: Digest256, hash: Digest256, at place: ChunkPlace,
        _ missing: BackupDamage
    ) throws(RecoveryError) -> SecretBytes {
        guard SHA256.hash(bytes) == hash.bytes else {
            throw .damaged(BackupDamage(missing.part, .changed, index: missing.index))
        }
        let plaintext: SecretBytes
        do throws(CryptoError) {
            plaintext = try keys.open(bytes, named: name)
        } catch {
            throw error.asDamage(of: missing.part, index: missing.index)
        }
        let plaintextHash = Digest256(known: SHA256.hash { $0.absorb(plaintext) })
        guard keys.name(of: place, plaintextHash: plaintextHash) == name else {
            throw .damaged(BackupDamage(missing.part, .misplaced, index: missing.index))
        }
        return plaintext
    }
}
