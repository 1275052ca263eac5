public import HoldfastRecovery
public import HoldfastWire

/// Keeps a device's backup at a relay, which sees sealed bytes alone (P8).
///
/// A relay that does not answer, or answers with a failure, is asked again as the session's patience
/// says; what was acknowledged is kept, and the next backup goes on from there.
public struct RelayBackupTarget: BackupTarget {
    private let session: RelaySession

    /// Takes the device's session; nothing is sent yet.
    ///
    /// - Parameter session: a session of a device of the account.
    public init(_ session: RelaySession) { self.session = session }

    /// The headers of the account's backups.
    ///
    /// - Returns: headers as they were stored.
    /// - Throws: ``BackupTargetError``.
    public func headers() async throws(BackupTargetError) -> [[UInt8]] {
        try await asTarget { () throws(RelayError) in try await session.backupHeaders() }
    }

    /// Keeps a header.
    ///
    /// - Parameters:
    ///   - header: the header.
    ///   - place: the header's own.
    /// - Throws: ``BackupTargetError``; `refused` for bytes that are no header of the place.
    public func keepHeader(
        _ header: [UInt8], at place: HeaderPlace
    ) async throws(BackupTargetError) {
        let upload = try Self.upload(header, at: place)
        try await asTarget { () throws(RelayError) in try await session.keep(upload, at: place) }
    }

    private static func upload(
        _ bytes: [UInt8], at place: HeaderPlace
    ) throws(BackupTargetError) -> HeaderUpload {
        let header: BackupHeader
        do throws(RecoveryError) {
            header = try BackupHeader(bytes)
        } catch {
            throw .refused
        }
        guard header.place == place else { throw .refused }
        do throws(WireError) {
            return try HeaderUpload(locatorKey: header.statement.locatorKey, header: bytes)
        } catch {
            throw .refused
        }
    }

    /// Removes a header, which may be missing.
    ///
    /// - Parameter place: the header's own.
    /// - Throws: ``BackupTargetError``.
    public func removeHeader(at place: HeaderPlace) async throws(BackupTargetError) {
        try await asTarget { () throws(RelayError) in try await session.removeHeader(at: place) }
    }

    /// The newest two manifests of a lineage.
    ///
    /// - Parameter lineage: the backup.
    /// - Returns: the newest first.
    /// - Throws: ``BackupTargetError``.
    public func manifests(
        of lineage: SlotID
    ) async throws(BackupTargetError) -> [SignedManifest] {
        try readManifests(
            try await asTarget { () throws(RelayError) in
                try await session.manifests(of: lineage)
            })
    }

    /// Makes a manifest the newest one of its lineage, if it follows the one that is.
    ///
    /// - Parameter manifest: the manifest.
    /// - Throws: ``BackupTargetError/conflict`` if it does not follow; ``BackupTargetError``.
    public func keepManifest(_ manifest: SignedManifest) async throws(BackupTargetError) {
        try await asTarget { () throws(RelayError) in try await session.keep(manifest) }
    }

    /// Whether a chunk is here: to find out costs as much as to send it.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: `false`.
    /// - Throws: nothing.
    public func holdsChunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Bool { false }

    /// A chunk's bytes.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: the bytes; `nil` if the relay says that there is no such chunk.
    /// - Throws: ``BackupTargetError``.
    public func chunk(
        _ name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> [UInt8]? {
        try await asTarget { () throws(RelayError) in
            try await session.chunk(name, of: lineage)
        }
    }

    /// Keeps a chunk; what is there under its name stays as it is.
    ///
    /// - Parameters:
    ///   - bytes: 1 to 1,310,720 bytes.
    ///   - hash: their SHA-256.
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: the SHA-256 of what is there now.
    /// - Throws: ``BackupTargetError``; `full` if the account has used what it may.
    public func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) async throws(BackupTargetError) -> Digest256 {
        try await asTarget { () throws(RelayError) in
            try await session.keepChunk(bytes, named: name, of: lineage)
        }
    }

    /// Removes chunks that no kept manifest names any more.
    ///
    /// - Parameters:
    ///   - names: the chunks' names; what is missing is no error.
    ///   - lineage: the backup.
    /// - Throws: ``BackupTargetError``; some may be removed.
    public func removeChunks(
        _ names: [Digest256], of lineage: SlotID
    ) async throws(BackupTargetError) {
        for start in stride(from: 0, to: names.count, by: ChunkList.limit) {
            let list: ChunkList
            do throws(WireError) {
                list = try ChunkList(names[start...].prefix(ChunkList.limit).map(\.bytes))
            } catch {
                // A part has 1 to ``ChunkList/limit`` names of the one length.
                throw .refused
            }
            try await asTarget { () throws(RelayError) in
                try await session.removeChunks(list, of: lineage)
            }
        }
    }

    /// Removes a lineage: its manifests and all its chunks, part by part.
    ///
    /// - Parameter lineage: the backup.
    /// - Throws: ``BackupTargetError``; part of it may be removed, the manifests first.
    public func removeLineage(_ lineage: SlotID) async throws(BackupTargetError) {
        var isDone = false
        while !isDone {
            isDone = try await asTarget { () throws(RelayError) in
                try await session.removeSome(of: lineage)
            }
        }
    }
}
