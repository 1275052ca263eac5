import HoldfastCrypto
import HoldfastWire

/// A generation of a backup whose header, manifest and signers have been verified.
struct OpenedGeneration: Sendable {
    let summary: BackupSummary
    /// The account's log as far as the backup holds it.
    let log: DeviceLog
    let manifest: BackupManifest
    let reader: ChunkReader

    /// Verifies the newest generation.
    ///
    /// - Parameters:
    ///   - header: the backup's header.
    ///   - signed: the newest two manifests, the newest first; one at least.
    ///   - witness: what is known of the account from elsewhere.
    ///   - reader: reads chunks with the backup's keys.
    /// - Throws: ``RecoveryError``, for what is wrong.
    init(
        _ header: BackupHeader, _ signed: [SignedManifest], _ witness: RestoreWitness,
        _ reader: ChunkReader
    ) async throws(RecoveryError) {
        self.reader = reader
        let known = witness.known.filter { $0.lineage == header.lineage }
        for generation in known { try generation.check(signed) }
        let manifest = try BackupManifest(signed[0], reader.keys)
        self.manifest = manifest
        if signed.count > 1 {
            guard signed[1].pointer.manifest == manifest.previous,
                signed[1].pointer.generation + 1 == manifest.generation
            else { throw .damaged(BackupDamage(.manifest, .contradictory)) }
        }
        let inside = try await Self.log(in: manifest, reader)
        log = inside
        let trusted = try Self.longer(witness.log, inside, manifest.account)
        try header.requireSigner(in: trusted)
        try signed[0].requireSigner(in: trusted)
        summary = BackupSummary(
            manifest, signed[0].pointer, isConfirmed: !known.isEmpty,
            elsewhere: witness.known.first { $0.lineage != header.lineage })
    }

    /// The account's log in the backup: what the device that wrote it last had.
    private static func log(
        in manifest: BackupManifest, _ reader: ChunkReader
    ) async throws(RecoveryError) -> DeviceLog {
        guard
            let section = manifest.sections.first(where: { $0.device == manifest.device })
                ?? manifest.sections.first,
            let table = section.table(.log)
        else { throw .damaged(BackupDamage(.log, .missing)) }
        var entries: [SignedLogEntry] = []
        for (number, page) in table.pages.enumerated() {
            for piece in try await reader.entries(of: page, number, .log, section.slot) {
                let records = try await reader.records(
                    of: piece, .log, section.slot, index: entries.count)
                for record in records { entries.append(try Self.entry(record)) }
                // Nobody vouches yet for who wrote it: it takes no more memory than a log can be long.
                guard entries.count <= logLimit else {
                    throw .damaged(BackupDamage(.log, .malformed))
                }
            }
        }
        guard let genesis = entries.first else { throw .damaged(BackupDamage(.log, .missing)) }
        do throws(LogError) {
            var log = try DeviceLog(genesis: genesis, of: manifest.account)
            try log.append(contentsOf: Array(entries.dropFirst()))
            guard log.head == section.logHead else {
                throw LogError(.wrongSequence, at: log.head.sequence)
            }
            return log
        } catch {
            throw .damaged(BackupDamage(.log, .contradictory))
        }
    }

    /// Most entries of a log in a backup; one every hour of seven years.
    private static let logLimit = 1 << 16

    private static func entry(_ record: BackupRecord) throws(RecoveryError) -> SignedLogEntry {
        guard let value = record.value else { throw .damaged(BackupDamage(.log, .missing)) }
        return try decoding(.log) { () throws(WireError) in
            try SignedLogEntry(value.copyBytes())
        }
    }

    /// Of the backup's log and one from elsewhere the longer one, if one is the other's beginning.
    private static func longer(
        _ witness: DeviceLog?, _ inside: DeviceLog, _ account: AccountID
    ) throws(RecoveryError) -> DeviceLog {
        guard let witness else { return inside }
        guard witness.account == account else {
            throw .damaged(BackupDamage(.log, .misplaced))
        }
        let shared = min(witness.hashes.count, inside.hashes.count)
        guard witness.hashes[shared - 1] == inside.hashes[shared - 1] else {
            throw .damaged(BackupDamage(.log, .contradictory))
        }
        return witness.hashes.count >= inside.hashes.count ? witness : inside
    }
}
