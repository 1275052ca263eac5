internal import HoldfastWire

/// The rows about backups.
protocol BackupRecords {
    /// The hash of a chunk's bytes; nil if there is none of that name.
    func chunkHash(
        _ id: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [UInt8]?

    /// Keeps a chunk whose name is free.
    func keepChunk(_ chunk: StoredChunk, in account: AccountID) throws(StorageError)

    /// A chunk's bytes; nil if there is none of that name.
    func chunk(
        _ id: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [UInt8]?

    /// Removes chunks.
    ///
    /// - Returns: how many bytes went.
    func removeChunks(
        _ ids: [[UInt8]], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64

    /// The newest manifests of a lineage, the newest first: none, one or two.
    func manifests(
        of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [StoredManifest]

    /// Makes a manifest the newest one, and keeps the one before it and no other.
    ///
    /// - Returns: how many bytes came, less those that went.
    func keepManifest(
        _ manifest: StoredManifest, of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64
}

/// A chunk of a backup as it is kept.
struct StoredChunk: Sendable, Equatable {
    /// The backup that it belongs to.
    let lineage: SlotID
    /// Its name: 32 bytes that only the account can make.
    let id: [UInt8]
    /// SHA-256 of its bytes.
    let hash: [UInt8]
    /// Its bytes.
    let bytes: [UInt8]
}

/// A manifest of a backup as it is kept.
struct StoredManifest: Sendable, Equatable {
    /// Its generation, which only grows.
    let generation: UInt64
    /// The signed pointer and the manifest, as they came.
    let bytes: [UInt8]
}
