import HoldfastRecovery
import HoldfastWire

/// A place of a backup that fails from one of its calls on: full, slow to death, answering 500.
actor TroubledTarget: BackupTarget {
    private let base: MemoryBackupTarget
    private var callsLeft = Int.max
    private var error = BackupTargetError.refused

    init(_ base: MemoryBackupTarget) { self.base = base }

    /// Lets so many calls through, and then fails each.
    func fail(after calls: Int, with error: BackupTargetError = .refused) {
        callsLeft = calls
        self.error = error
    }

    private var removalError: BackupTargetError?

    /// Removes nothing, as long as there is an error.
    func failRemovals(with error: BackupTargetError?) { removalError = error }

    private func step() throws(BackupTargetError) {
        guard callsLeft > 0 else { throw error }
        callsLeft -= 1
    }

    func headers() async throws(BackupTargetError) -> [[UInt8]] {
        try step()
        return try await base.headers()
    }

    func keepHeader(_ header: [UInt8], at place: HeaderPlace) async throws(BackupTargetError) {
        try step()
        try await base.keepHeader(header, at: place)
    }

    func removeHeader(at place: HeaderPlace) async throws(BackupTargetError) {
        try step()
        try await base.removeHeader(at: place)
    }

    func manifests(of lineage: SlotID) async throws(BackupTargetError) -> [SignedManifest] {
        try step()
        return try await base.manifests(of: lineage)
    }

    func keepManifest(_ manifest: SignedManifest) async throws(BackupTargetError) {
        try step()
        try await base.keepManifest(manifest)
    }

    func holdsChunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Bool {
        try step()
        return try await base.holdsChunk(name, of: lineage)
    }

    func chunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> [UInt8]? {
        try step()
        return try await base.chunk(name, of: lineage)
    }

    func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Digest256 {
        try step()
        return try await base.keepChunk(bytes, hash: hash, named: name, of: lineage)
    }

    func removeChunks(
        _ names: [Digest256], of lineage: SlotID
    ) async throws(BackupTargetError) {
        try step()
        if let removalError { throw removalError }
        try await base.removeChunks(names, of: lineage)
    }

    func removeLineage(_ lineage: SlotID) async throws(BackupTargetError) {
        try step()
        try await base.removeLineage(lineage)
    }
}
