import HoldfastCrypto
public import HoldfastWire

/// Keeps backups in memory, for tests.
public actor MemoryBackupTarget: BackupTarget {
    private var headerBytes: [HeaderPlace: [UInt8]] = [:]
    private var lineages: [SlotID: Lineage] = [:]

    private struct Lineage {
        var manifests: [SignedManifest] = []
        var chunks: [Digest256: [UInt8]] = [:]
    }

    /// Begins with nothing.
    public init() {}

    /// The headers that are here.
    ///
    /// - Returns: the headers, in any order.
    /// - Throws: nothing.
    public func headers() throws(BackupTargetError) -> [[UInt8]] { Array(headerBytes.values) }

    /// Keeps a header.
    ///
    /// - Parameters:
    ///   - header: the header.
    ///   - place: the header's own.
    /// - Throws: nothing.
    public func keepHeader(_ header: [UInt8], at place: HeaderPlace) throws(BackupTargetError) {
        headerBytes[place] = header
    }

    /// Removes a header.
    ///
    /// - Parameter place: the header's own.
    /// - Throws: nothing.
    public func removeHeader(at place: HeaderPlace) throws(BackupTargetError) {
        headerBytes[place] = nil
    }

    /// The newest two manifests of a lineage.
    ///
    /// - Parameter lineage: the backup.
    /// - Returns: the newest first.
    /// - Throws: nothing.
    public func manifests(of lineage: SlotID) throws(BackupTargetError) -> [SignedManifest] {
        lineages[lineage]?.manifests ?? []
    }

    /// Makes a manifest the newest one.
    ///
    /// - Parameter manifest: the manifest.
    /// - Throws: ``BackupTargetError/conflict`` if it does not follow; ``BackupTargetError/refused``.
    public func keepManifest(_ manifest: SignedManifest) throws(BackupTargetError) {
        var lineage = lineages[manifest.pointer.lineage] ?? Lineage()
        guard try manifest.follows(lineage.manifests.first) else { return }
        lineage.manifests = [manifest] + lineage.manifests.prefix(1)
        lineages[manifest.pointer.lineage] = lineage
    }

    /// Whether a chunk is here.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: whether it is.
    /// - Throws: nothing.
    public func holdsChunk(
        _ name: Digest256, of lineage: SlotID
    ) throws(BackupTargetError) -> Bool {
        lineages[lineage]?.chunks[name] != nil
    }

    /// A chunk's bytes.
    ///
    /// - Parameters:
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: the bytes; `nil` if there is no such chunk.
    /// - Throws: nothing.
    public func chunk(
        _ name: Digest256, of lineage: SlotID
    ) throws(BackupTargetError) -> [UInt8]? {
        lineages[lineage]?.chunks[name]
    }

    /// Keeps a chunk, if there is none under its name.
    ///
    /// - Parameters:
    ///   - bytes: the chunk's bytes.
    ///   - hash: their SHA-256.
    ///   - name: the chunk's name.
    ///   - lineage: the backup.
    /// - Returns: the SHA-256 of what is there now.
    /// - Throws: nothing.
    public func keepChunk(
        _ bytes: [UInt8], hash: Digest256, named name: Digest256, of lineage: SlotID
    ) throws(BackupTargetError) -> Digest256 {
        if let known = lineages[lineage]?.chunks[name] {
            return Digest256(known: SHA256.hash(known))
        }
        lineages[lineage, default: Lineage()].chunks[name] = bytes
        return hash
    }

    /// Removes chunks.
    ///
    /// - Parameters:
    ///   - names: the chunks' names.
    ///   - lineage: the backup.
    /// - Throws: nothing.
    public func removeChunks(
        _ names: [Digest256], of lineage: SlotID
    ) throws(BackupTargetError) {
        for name in names { lineages[lineage]?.chunks[name] = nil }
    }

    /// Removes a lineage.
    ///
    /// - Parameter lineage: the backup.
    /// - Throws: nothing.
    public func removeLineage(_ lineage: SlotID) throws(BackupTargetError) {
        lineages[lineage] = nil
    }
}

// MARK: For tests

extension MemoryBackupTarget {
    /// The names of a lineage's chunks.
    package func chunkNames(of lineage: SlotID) -> Set<Digest256> {
        Set((lineages[lineage]?.chunks ?? [:]).keys)
    }

    /// Number of bytes of a lineage's chunks.
    package func byteCount(of lineage: SlotID) -> Int {
        (lineages[lineage]?.chunks ?? [:]).values.reduce(0) { $0 + $1.count }
    }

    /// Puts other bytes under a chunk's name, or none.
    package func damageChunk(_ name: Digest256, of lineage: SlotID, to bytes: [UInt8]?) {
        lineages[lineage]?.chunks[name] = bytes
    }

    /// Puts other manifests in place.
    package func damageManifests(of lineage: SlotID, to manifests: [SignedManifest]) {
        lineages[lineage, default: Lineage()].manifests = manifests
    }
}

extension SignedManifest {
    /// Whether the manifest is to be kept as the newest after another.
    ///
    /// - Returns: `false` if it is the newest already.
    /// - Throws: ``BackupTargetError/conflict`` if it follows another one;
    ///   ``BackupTargetError/refused`` if its pointer is about another manifest.
    func follows(_ newest: SignedManifest?) throws(BackupTargetError) -> Bool {
        guard matches else { throw .refused }
        // Signatures differ from one to the next; what they say does not.
        if newest?.pointer == pointer { return false }
        guard pointer.generation == (newest?.pointer.generation ?? 0) + 1,
            pointer.previous == newest?.pointer.manifest ?? .none
        else { throw .conflict }
        return true
    }
}
