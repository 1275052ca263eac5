import HoldfastCore
import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// A backup that a phrase opens: what is in it, and the way to restore it.
///
/// It exists only once the check value, the header, the manifest and the devices that signed them have
/// been verified.
public struct FoundBackup: Sendable {
    /// The public half of the phrase.
    public let statement: RecoveryStatement
    let generation: OpenedGeneration
    private let recovery: RecoveryKey
    private let keys: RecoveryKeys

    /// What it is.
    public var summary: BackupSummary { generation.summary }

    /// The account's log as far as the backup holds it, verified from its first entry.
    public var log: DeviceLog { generation.log }

    /// What signs, for this minute, that a new device takes a lost one's place.
    public var recoverySigner: any RecoverySigner { recovery }

    /// What opens the messages that were sent to the account since the backup, if the person asked for
    /// a recovery recipient while there was a device.
    ///
    /// - Parameter log: the account's log, verified, as new as it can be had.
    /// - Returns: the recipient; `nil` if the account has none, or another phrase's.
    /// - Throws: ``RecoveryError/crypto(_:)``.
    public func recipient(in log: DeviceLog) throws(RecoveryError) -> RecoveryRecipient? {
        try RecoveryRecipient(found: keys, in: log)
    }

    /// Looks for the backup of a phrase and verifies what it is.
    ///
    /// It needs no name of an account. Nothing is written.
    ///
    /// - Parameters:
    ///   - phrase: the phrase.
    ///   - target: where to look.
    ///   - witness: what this phone knows besides the words.
    /// - Returns: the newest generation.
    /// - Throws: ``RecoveryError/noBackup``, ``RecoveryError/doesNotOpen``,
    ///   ``RecoveryError/unfinished``, ``RecoveryError/damaged(_:)``,
    ///   ``RecoveryError/rolledBack(known:found:)``, ``RecoveryError/newerFormat(_:)``,
    ///   ``RecoveryError/costsOutOfBounds``, ``RecoveryError/unknownSigner(_:)``, each for what its
    ///   name says; never for another reason.
    public static func find(
        _ phrase: RecoveryPhrase, at target: any BackupTarget,
        witness: RestoreWitness = RestoreWitness()
    ) async throws(RecoveryError) -> FoundBackup {
        try await find(phrase, at: target, witness: witness, bounds: .standard)
    }

    /// The same with other bounds for the costs of a phrase, for tests.
    ///
    /// - Parameters:
    ///   - phrase: the phrase.
    ///   - target: where to look.
    ///   - witness: what this phone knows besides the words.
    ///   - bounds: which costs are borne.
    /// - Returns: the newest generation.
    /// - Throws: as ``find(_:at:witness:)``.
    package static func find(
        _ phrase: RecoveryPhrase, at target: any BackupTarget,
        witness: RestoreWitness = RestoreWitness(), bounds: RecoveryBounds
    ) async throws(RecoveryError) -> FoundBackup {
        let queue = BlockingQueue(label: "holdfast.restore")
        let found = try await headers(of: phrase, at: target, bounds, queue)
        // The newest lineage that has a finished generation: one that was only begun takes no place.
        for (header, keys) in found.sorted(by: { $0.header.created > $1.header.created }) {
            // Opened before anything is asked under its lineage: that may be what was changed.
            let reader = ChunkReader(keys: try header.open(keys), target: target, queue: queue)
            let signed = try await atTarget { () throws(BackupTargetError) in
                try await target.manifests(of: header.lineage)
            }
            guard !signed.isEmpty else { continue }
            return FoundBackup(
                statement: header.statement,
                generation: try await OpenedGeneration(header, signed, witness, reader),
                recovery: try keys.recoveryKey(), keys: keys)
        }
        let known = witness.known.map(\.generation).max()
        throw known.map { .rolledBack(known: $0, found: 0) } ?? .unfinished
    }

    /// How many different costs are borne in one search.
    private static let costsLimit = 4

    private static func headers(
        of phrase: RecoveryPhrase, at target: any BackupTarget, _ bounds: RecoveryBounds,
        _ queue: BlockingQueue
    ) async throws(RecoveryError) -> [(header: BackupHeader, keys: RecoveryKeys)] {
        let all = try await atTarget { () throws(BackupTargetError) in
            try await target.headers()
        }
        guard !all.isEmpty else { throw .noBackup }
        var derived: [RecoveryCosts: RecoveryKeys] = [:]
        var found: [(header: BackupHeader, keys: RecoveryKeys)] = []
        var failure: RecoveryError?
        for bytes in all {
            do throws(RecoveryError) {
                let header = try BackupHeader(bytes)
                let costs = header.statement.costs
                let keys: RecoveryKeys
                if let known = derived[costs] {
                    keys = known
                } else {
                    // Each of them is slow, and whoever has the headers chose them.
                    guard derived.count < costsLimit else { throw .costsOutOfBounds }
                    keys = try await queue.recovering { () throws(RecoveryError) in
                        try RecoveryKeys(phrase, costs: costs, bounds: bounds)
                    }
                    derived[costs] = keys
                }
                if try header.statement.isOpened(by: keys) { found.append((header, keys)) }
            } catch {
                failure = error
            }
        }
        // A header that cannot be read may have been this phrase's.
        guard !found.isEmpty else { throw failure ?? .doesNotOpen }
        return found
    }
}
