import HoldfastCore
import HoldfastCrypto
import HoldfastWire

/// Gives sealed chunks to a target, in their order.
struct ChunkSender: Sendable {
    let keys: BackupKeys
    let target: any BackupTarget
    let queue: BlockingQueue

    /// What became of a chunk.
    struct Kept: Sendable {
        /// The entry of what is there under the chunk's name.
        let entry: PieceEntry
        /// Number of bytes that were sent.
        let sentByteCount: Int
        /// Whether what is there is what was sent.
        let isSent: Bool
    }

    /// Keeps chunks one after the other; the first that fails ends it.
    func keep(_ chunks: [Prepared]) async -> Result<[Kept], RecoveryError> {
        var kept: [Kept] = []
        do throws(RecoveryError) {
            for chunk in chunks {
                switch chunk {
                case .known(let entry):
                    kept.append(Kept(entry: entry, sentByteCount: 0, isSent: false))
                case .new(let entry, let sealed): kept.append(try await keep(entry, sealed))
                }
            }
            return .success(kept)
        } catch {
            return .failure(error)
        }
    }

    /// Sends a chunk, unless it was sent before by a backup that did not come to its end.
    private func keep(
        _ entry: PieceEntry, _ sealed: [UInt8]
    ) async throws(RecoveryError) -> Kept {
        let (target, lineage) = (target, keys.lineage)
        if try await atTarget({ () throws(BackupTargetError) in
            try await target.holdsChunk(entry.name, of: lineage)
        }) {
            return Kept(entry: try await found(entry), sentByteCount: 0, isSent: false)
        }
        let hash = try await atTarget { () throws(BackupTargetError) in
            try await target.keepChunk(
                sealed, hash: entry.hash, named: entry.name, of: lineage)
        }
        guard hash == entry.hash else {
            return Kept(
                entry: try await found(entry), sentByteCount: sealed.count, isSent: false)
        }
        return Kept(entry: entry, sentByteCount: sealed.count, isSent: true)
    }

    /// The entry of what is there under the same name: sealed another time, so its bytes are others.
    private func found(_ entry: PieceEntry) async throws(RecoveryError) -> PieceEntry {
        let (target, keys) = (target, keys)
        let bytes = try await atTarget { () throws(BackupTargetError) in
            try await target.chunk(entry.name, of: keys.lineage)
        }
        guard let bytes else { throw .damaged(BackupDamage(.chunk, .missing)) }
        return try await queue.recovering { () throws(RecoveryError) in
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
}

/// A piece or page that is ready for a target.
enum Prepared: Sendable {
    /// It is there already.
    case known(PieceEntry)
    case new(PieceEntry, [UInt8])

    /// Seals a chunk under the name of its place and its content.
    static func new(
        _ plaintext: SecretBytes, plaintextHash: Digest256, at place: ChunkPlace,
        recordCount: Int, keys: BackupKeys, random: any SecureRandom
    ) throws(RecoveryError) -> Prepared {
        let name = keys.name(of: place, plaintextHash: plaintextHash)
        let sealed = try recovering { () throws(CryptoError) in
            try keys.seal(plaintext, named: name, random: random)
        }
        return .new(
            PieceEntry(
                number: place.number, name: name, hash: Digest256(known: SHA256.hash(sealed)),
                plaintextHash: plaintextHash, byteCount: UInt64(sealed.count),
                recordCount: UInt64(recordCount)),
            sealed)
    }
}
