import HoldfastCrypto
import HoldfastRecovery
import HoldfastWire

/// Somebody's backups as a process on a simulated phone reads them; it writes nothing.
///
/// Each request is a call that can fail and that a death can end.
struct SimulatedBackupReader: BackupTarget {
    private let process: AppProcess
    private let target: MemoryBackupTarget

    init(_ process: AppProcess, _ target: MemoryBackupTarget) {
        self.process = process
        self.target = target
    }

    func headers() async throws(BackupTargetError) -> [[UInt8]] {
        let headers = try await target.headers()
        try request("backup.headers")
        return headers
    }

    func manifests(of lineage: SlotID) async throws(BackupTargetError) -> [SignedManifest] {
        let manifests = try await target.manifests(of: lineage)
        try request("backup.manifests")
        return manifests
    }

    func holdsChunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Bool {
        try await target.holdsChunk(name, of: lineage)
    }

    func chunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> [UInt8]? {
        let bytes = try await target.chunk(name, of: lineage)
        try request("backup.chunk")
        return bytes
    }

    private static let failures = [
        NativeFailure(domain: "errno", code: 110, name: "ETIMEDOUT")
    ]

    private func request(_ name: String) throws(BackupTargetError) {
        let answer: Result<Done, BackupTargetError> = process.perform(
            PlatformCall(name, "backup", failures: Self.failures),
            failing: { _ in .failure(.unreachable(retryAfterSeconds: nil)) },
            dead: .failure(.unreachable(retryAfterSeconds: nil)),
            describe: { if case .success = $0 { "done" } else { "unreachable" } }
        ) { _ in .success(Done()) }
        _ = try answer.get()
    }
}

extension SimulatedBackupReader {
    func keepHeader(_ header: [UInt8], at place: HeaderPlace) throws(BackupTargetError) {
        throw .refused
    }

    func removeHeader(at place: HeaderPlace) throws(BackupTargetError) { throw .refused }

    func keepManifest(_ manifest: SignedManifest) throws(BackupTargetError) { throw .refused }

    func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) throws(BackupTargetError) -> Digest256 { throw .refused }

    func removeChunks(_ names: [Digest256], of lineage: SlotID) throws(BackupTargetError) {
        throw .refused
    }

    func removeLineage(_ lineage: SlotID) throws(BackupTargetError) { throw .refused }
}
