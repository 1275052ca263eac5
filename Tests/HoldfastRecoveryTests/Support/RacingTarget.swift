import HoldfastRecovery
import HoldfastWire

/// Lets something else happen just before the first manifest is kept.
actor RacingTarget: BackupTarget {
    private let target: MemoryBackupTarget
    private var race: (@Sendable () async throws -> Void)?

    init(_ target: MemoryBackupTarget, _ race: @escaping @Sendable () async throws -> Void) {
        self.target = target
        self.race = race
    }

    func headers() async throws(BackupTargetError) -> [[UInt8]] { try await target.headers() }

    func keepHeader(_ header: [UInt8], at place: HeaderPlace) async throws(BackupTargetError) {
        try await target.keepHeader(header, at: place)
    }

    func removeHeader(at place: HeaderPlace) async throws(BackupTargetError) {
        try await target.removeHeader(at: place)
    }

    func manifests(of lineage: SlotID) async throws(BackupTargetError) -> [SignedManifest] {
        try await target.manifests(of: lineage)
    }

    func keepManifest(_ manifest: SignedManifest) async throws(BackupTargetError) {
        let race = race
        self.race = nil
        do {
            try await race?()
        } catch {
            throw .refused
        }
        try await target.keepManifest(manifest)
    }

    func holdsChunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Bool {
        try await target.holdsChunk(name, of: lineage)
    }

    func chunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> [UInt8]? {
        try await target.chunk(name, of: lineage)
    }

    func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Digest256 {
        try await target.keepChunk(bytes, hash: hash, named: name, of: lineage)
    }

    func removeChunks(
        _ names: [Digest256], of lineage: SlotID
    ) async throws(BackupTargetError) {
        try await target.removeChunks(names, of: lineage)
    }

    func removeLineage(_ lineage: SlotID) async throws(BackupTargetError) {
        try await target.removeLineage(lineage)
    }
}
