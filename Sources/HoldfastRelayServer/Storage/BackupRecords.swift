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

    /// The headers of an account's backups.
    func headers(of account: AccountID) throws(StorageError) -> [[UInt8]]

    /// The headers under a locator, of whichever account.
    func headers(under locator: [UInt8]) throws(StorageError) -> [[UInt8]]

    /// The key for reading whose reader has a name; nil if no header of the account has it.
    func locatorKey(
        of reader: DeviceID, in account: AccountID
    ) throws(StorageError) -> [UInt8]?

    /// Keeps a header in the place of the one of the same locator and lineage.
    ///
    /// - Returns: how many bytes came, less those that went.
    func keepHeader(_ header: StoredHeader, in account: AccountID) throws(StorageError) -> Int64

    /// Removes a header.
    ///
    /// - Returns: how many bytes went.
    func removeHeader(
        _ locator: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64

    /// Removes the manifests of a lineage, and at most so many of its chunks.
    ///
    /// - Returns: how many bytes and how many chunks went.
    func removeLineage(
        _ lineage: SlotID, in account: AccountID, atMost count: Int
    ) throws(StorageError) -> (bytes: Int64, chunks: Int)
}

/// A header of a backup as it is kept.
struct StoredHeader: Sendable, Equatable {
    /// Under what it is found.
    let locator: [UInt8]
    /// The backup that it belongs to.
    let lineage: SlotID
    /// The name of whoever reads it by the phrase.
    let reader: DeviceID
    /// The reader's key.
    let locatorKey: [UInt8]
    /// Its bytes.
    let bytes: [UInt8]
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
