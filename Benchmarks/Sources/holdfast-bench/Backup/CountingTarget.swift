import HoldfastRecovery
import HoldfastWire
import Synchronization

/// A target that counts the bytes which it is given to keep.
final class CountingTarget: BackupTarget {
    private let target: any BackupTarget
    private let count = Mutex(0)

    init(_ target: any BackupTarget) { self.target = target }

    /// Bytes since the last time.
    func takeByteCount() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    private func add(_ byteCount: Int) { count.withLock { $0 += byteCount } }

    func headers() async throws(BackupTargetError) -> [[UInt8]] { try await target.headers() }

    func keepHeader(_ header: [UInt8], at place: HeaderPlace) async throws(BackupTargetError) {
        add(header.count)
        try await target.keepHeader(header, at: place)
    }

    func removeHeader(at place: HeaderPlace) async throws(BackupTargetError) {
        try await target.removeHeader(at: place)
    }

    func manifests(of lineage: SlotID) async throws(BackupTargetError) -> [SignedManifest] {
        try await target.manifests(of: lineage)
    }

    func keepManifest(_ manifest: SignedManifest) async throws(BackupTargetError) {
        add(manifest.bytes.count)
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
        add(bytes.count)
        return try await target.keepChunk(bytes, hash: hash, named: name, of: lineage)
    }

    func removeChunks(
        _ names: [Digest256], of lineage: SlotID
    ) async throws(BackupTargetError) {
        add(names.count * Digest256.byteCount)
        try await target.removeChunks(names, of: lineage)
    }

    func removeLineage(_ lineage: SlotID) async throws(BackupTargetError) {
        try await target.removeLineage(lineage)
    }
}
