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
        let plaintext = try await open(
            page.name, hash: page.hash, at: .page(UInt64(number), of: table, in: slot),
            BackupDamage(.page, .missing, index: number))
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
        let plaintext = try await open(
            entry.name, hash: entry.hash, at: .piece(entry.number, of: table, in: slot),
            BackupDamage(.chunk, .missing, index: index))
        return try await queue.recovering { () throws(RecoveryError) in
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
    }

    /// Opens a chunk: its bytes are the ones that are listed, it opens under its name, and its name is
    /// that of its place and its content.
    private func open(
        _ name: Digest256, hash: Digest256, at place: ChunkPlace, _ missing: BackupDamage
    ) async throws(RecoveryError) -> SecretBytes {
        let (target, keys) = (target, keys)
        let bytes = try await atTarget { () throws(BackupTargetError) in
            try await target.chunk(name, of: keys.lineage)
        }
        guard let bytes else { throw .damaged(missing) }
        return try await queue.recovering { () throws(RecoveryError) in
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
}
