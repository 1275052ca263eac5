import HoldfastCore
import HoldfastCrypto
import HoldfastRecovery
import HoldfastWire

/// A place of backups, and a count on the terminal of what goes there or comes from there.
final class TargetProgress: BackupTarget {
    private let target: any BackupTarget
    private let state = Locked(State())

    private struct State {
        var progress: Progress?
        var count = 0
    }

    /// Takes a place.
    ///
    /// - Parameter target: does the work.
    init(_ target: any BackupTarget) {
        self.target = target
    }

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - what: what is counted: "pieces sent"; `nil` to show nothing.
    ///   - descriptor: where it is shown, if that is a terminal.
    func begin(_ what: String?, on descriptor: Int32) {
        state.withLock {
            $0 = State(progress: what.map { Progress(on: descriptor, $0) })
        }
    }

    /// Leaves the line.
    func end() {
        state.withLock { state in
            state.progress?.end()
            state.progress = nil
        }
    }

    private func count() {
        state.withLock { state in
            state.count += 1
            state.progress?.count(state.count)
        }
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
        defer { count() }
        return try await target.chunk(name, of: lineage)
    }

    func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Digest256 {
        defer { count() }
        return try await target.keepChunk(bytes, hash: hash, named: name, of: lineage)
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
