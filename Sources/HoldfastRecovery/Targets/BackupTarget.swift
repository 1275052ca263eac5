public import HoldfastWire

/// Where backups are kept: a relay, or a file.
///
/// It sees sealed bytes alone (P8).
///
/// A call that returned is durable (P5). A call that threw has changed nothing that can be read, or
/// has done what it was asked.
public protocol BackupTarget: Sendable {
    /// The headers that are here, of all phrases and lineages, in any order.
    ///
    /// - Returns: headers as they were stored; none is the answer that there are none (P1).
    /// - Throws: ``BackupTargetError``.
    func headers() async throws(BackupTargetError) -> [[UInt8]]

    /// Keeps a header, in the place of one that is there under the same place and of no other.
    ///
    /// - Parameters:
    ///   - header: at most ``BackupHeader/byteLimit`` bytes.
    ///   - place: the header's own.
    /// - Throws: ``BackupTargetError``.
    func keepHeader(_ header: [UInt8], at place: HeaderPlace) async throws(BackupTargetError)

    /// Removes a header, which may be missing.
    ///
    /// - Parameter place: the header's own.
    /// - Throws: ``BackupTargetError``.
    func removeHeader(at place: HeaderPlace) async throws(BackupTargetError)

    /// The newest two manifests of a lineage.
    ///
    /// - Parameter lineage: the backup.
    /// - Returns: the newest first; none is the answer that there are none (P1).
    /// - Throws: ``BackupTargetError``.
    func manifests(of lineage: SlotID) async throws(BackupTargetError) -> [SignedManifest]

    /// Makes a manifest the newest one of its lineage, if it follows the one that is; the one before
    /// stays, and the one before that goes.
    ///
    /// All chunks that were kept before MUST be durable when this returns (P2). The same manifest
    /// once more is no conflict.
    ///
    /// - Parameter manifest: the manifest, which names its lineage and what it follows.
    /// - Throws: ``BackupTargetError/conflict`` if it does not follow; ``BackupTargetError``.
    func keepManifest(_ manifest: SignedManifest) async throws(BackupTargetError)

    /// Whether a chunk is here for certain, so that it need not be sent again.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: `false` also where finding out costs as much as sending it.
    /// - Throws: ``BackupTargetError``.
    func holdsChunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Bool

    /// A chunk's bytes.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: `nil` is the answer that there is no such chunk (P1).
    /// - Throws: ``BackupTargetError``.
    func chunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> [UInt8]?

    /// Keeps a chunk; what is there under its name stays as it is.
    ///
    /// - Parameters:
    ///   - bytes: 1 to 1,310,720 bytes.
    ///   - hash: their SHA-256.
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: the SHA-256 of what is there under the name now.
    /// - Throws: ``BackupTargetError``.
    func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Digest256

    /// Removes chunks that no kept manifest names any more.
    ///
    /// - Parameters:
    ///   - names: the chunks' names; what is missing is no error.
    ///   - lineage: the backup.
    /// - Throws: ``BackupTargetError``.
    func removeChunks(
        _ names: [Digest256], of lineage: SlotID
    ) async throws(BackupTargetError)

    /// Removes a lineage: its manifests and all its chunks. Its headers are removed apart.
    ///
    /// - Parameter lineage: the backup.
    /// - Throws: ``BackupTargetError``.
    func removeLineage(_ lineage: SlotID) async throws(BackupTargetError)
}
