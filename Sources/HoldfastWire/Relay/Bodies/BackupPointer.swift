/// Says which manifest is a backup's newest one, and which it follows.
public struct BackupPointer: Sendable, Hashable {
    /// The account.
    public let account: AccountID
    /// The device that writes, and signs.
    public let device: DeviceID
    /// The backup.
    public let lineage: SlotID
    /// The manifest's generation: 1 for the first one, one more each.
    public let generation: UInt64
    /// The hash of the manifest before; ``EntryHash/none`` for the first one.
    public let previous: EntryHash
    /// The SHA-256 of the manifest.
    public let manifest: EntryHash

    /// Names a manifest.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - device: the device that writes, and signs.
    ///   - lineage: the backup.
    ///   - generation: 1 for the first manifest, one more each.
    ///   - previous: the hash of the manifest before.
    ///   - manifest: the SHA-256 of the manifest.
    public init(
        account: AccountID, device: DeviceID, lineage: SlotID, generation: UInt64,
        previous: EntryHash, manifest: EntryHash
    ) {
        self.account = account
        self.device = device
        self.lineage = lineage
        self.generation = generation
        self.previous = previous
        self.manifest = manifest
    }

    /// The bytes that are signed.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.put(account.bytes)
            writer.put(device.bytes)
            writer.put(lineage.bytes)
            writer.put(generation)
            writer.put(previous.bytes)
            writer.put(manifest.bytes)
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``; `invalidValue` for a generation of 0 or above 2^63 - 1.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        account = try reader.identifier(AccountID.self, "account")
        device = try reader.identifier(DeviceID.self, "device")
        lineage = try reader.slot("lineage")
        generation = try reader.number64("generation")
        guard (1...UInt64(Int64.max)).contains(generation) else {
            throw WireError(.invalidValue, in: "generation")
        }
        previous = try reader.identifier(EntryHash.self, "previous")
        manifest = try reader.identifier(EntryHash.self, "manifest")
        try reader.expectEnd("BackupPointer")
    }
}
