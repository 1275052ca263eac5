public import HoldfastWire

/// The newest generation of a backup that somebody has seen: what an older one is noticed by.
public struct KnownGeneration: Sendable, Hashable {
    /// The backup.
    public let lineage: SlotID
    /// The generation; 1 is the first.
    public let generation: UInt64
    /// The SHA-256 of its sealed manifest.
    public let manifest: EntryHash

    /// Names a generation.
    ///
    /// - Parameters:
    ///   - lineage: the backup.
    ///   - generation: the generation; 1 is the first.
    ///   - manifest: the SHA-256 of its sealed manifest.
    public init(lineage: SlotID, generation: UInt64, manifest: EntryHash) {
        self.lineage = lineage
        self.generation = generation
        self.manifest = manifest
    }

    /// Takes a checkpoint of the account's log.
    ///
    /// - Parameter checkpoint: what the log says.
    public init(_ checkpoint: LogFacts.Checkpoint) {
        self.init(
            lineage: checkpoint.lineage, generation: checkpoint.generation,
            manifest: checkpoint.manifest)
    }

    /// The entry of the account's log that tells everybody.
    public var checkpoint: LogAction {
        .checkpoint(lineage: lineage, generation: generation, manifest: manifest)
    }

    init(_ pointer: BackupPointer) {
        self.init(
            lineage: pointer.lineage, generation: pointer.generation, manifest: pointer.manifest)
    }

    /// Checks that what is there is this generation or follows it.
    ///
    /// - Parameter manifests: what a target has of the lineage, the newest first.
    /// - Throws: ``RecoveryError/rolledBack(known:found:)`` if it is older;
    ///   ``RecoveryError/damaged(_:)`` if it is another one of the same number.
    func check(_ manifests: [SignedManifest]) throws(RecoveryError) {
        let newest = manifests.first?.pointer
        guard let newest, newest.generation >= generation else {
            throw .rolledBack(known: generation, found: newest?.generation ?? 0)
        }
        let same = manifests.first { $0.pointer.generation == generation }?.pointer.manifest
        let before =
            manifests.last.flatMap { last in
                last.pointer.generation == generation + 1 ? last.pointer.previous : nil
            }
        guard same ?? before ?? manifest == manifest else {
            throw .damaged(BackupDamage(.manifest, .contradictory))
        }
    }
}
