import HoldfastCrypto
import HoldfastWire

/// What is derived from a backup's own key, one for each use.
struct BackupKeys: Sendable {
    static let keyByteCount = 32

    /// The backup's own key, 32 random bytes that are drawn once for a lineage.
    let key: SecretBytes
    let account: AccountID
    let lineage: SlotID
    private let names: HMACSHA256Key
    private let borders: HMACSHA256Key
    private let header: HMACSHA256Key
    private let chunks: SecretBytes
    private let manifests: SecretBytes

    init(_ key: SecretBytes, account: AccountID, lineage: SlotID) throws(RecoveryError) {
        let derive = { (label: RecoveryLabel) throws(CryptoError) in
            try HKDFSHA256.expand(
                pseudoRandomKey: key, info: label.bytes + account.bytes + lineage.bytes, count: 32)
        }
        self.key = key
        self.account = account
        self.lineage = lineage
        (names, borders, header, chunks, manifests) = try recovering { () throws(CryptoError) in
            (
                HMACSHA256Key(try derive(.nameKey)), HMACSHA256Key(try derive(.borderKey)),
                HMACSHA256Key(try derive(.headerKey)), try derive(.chunkKey),
                try derive(.manifestKey)
            )
        }
    }

    // MARK: The header

    /// Authenticates a header, 32 bytes.
    func tag(ofHeader bytes: [UInt8]) -> [UInt8] { header.authenticate(bytes) }

    /// Whether whoever wrote a header had the backup's key.
    func isWhole(header bytes: [UInt8], tag: [UInt8]) -> Bool {
        header.isValid(tag, for: bytes)
    }

    // MARK: Chunks

    /// Names a chunk by its place and its content, so that it cannot stand in another's place, and
    /// that nobody without the key learns whether two contents are equal.
    func name(of place: ChunkPlace, plaintextHash: Digest256) -> Digest256 {
        Digest256(
            known: names.authenticate { message in
                message.absorb(lineage.bytes)
                message.absorb(place.slot.bytes)
                message.absorb(byte: place.kind)
                message.absorb(bigEndian: place.number)
                message.absorb(plaintextHash.bytes)
            })
    }

    /// Seals a chunk under a name.
    func seal(
        _ plaintext: SecretBytes, named name: Digest256, random: any SecureRandom
    ) throws(CryptoError) -> [UInt8] {
        try ChunkedEncryption.seal(
            plaintext, key: chunks, context: context(name), random: random)
    }

    /// Opens a chunk of a name.
    func open(_ sealed: [UInt8], named name: Digest256) throws(CryptoError) -> SecretBytes {
        try ChunkedEncryption.open(sealed, key: chunks, context: context(name))
    }

    /// A number that belongs to a record's name, by which pieces are cut.
    ///
    /// It is keyed, so that the lengths of the pieces tell nobody who chose a content where it is.
    func border(after name: [UInt8]) -> UInt64 {
        borders.authenticate(keeping: 16) { $0.absorb(name) }
            .withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }

    private func context(_ name: Digest256) -> [UInt8] {
        RecoveryLabel.chunk.bytes + account.bytes + lineage.bytes + name.bytes
    }

    // MARK: Manifests

    /// Seals a manifest of a generation.
    func seal(
        manifest: SecretBytes, generation: UInt64, random: any SecureRandom
    ) throws(RecoveryError) -> [UInt8] {
        try recovering { () throws(CryptoError) in
            try ChunkedEncryption.seal(
                manifest, key: manifests, context: context(generation), random: random)
        }
    }

    /// Opens a manifest of a generation.
    func open(manifest: [UInt8], generation: UInt64) throws(CryptoError) -> SecretBytes {
        try ChunkedEncryption.open(manifest, key: manifests, context: context(generation))
    }

    private func context(_ generation: UInt64) -> [UInt8] {
        RecoveryLabel.state.bytes + account.bytes + lineage.bytes
            + WireWriter.encode { $0.put(generation) }
    }
}

/// Where a chunk belongs: whose it is, of which table it is a piece or a page, and its number there.
struct ChunkPlace: Sendable, Hashable {
    let slot: SlotID
    /// The table's number; with 128 more for a page of its list.
    let kind: UInt8
    let number: UInt64

    static func piece(_ number: UInt64, of table: BackupTable, in slot: SlotID) -> ChunkPlace {
        ChunkPlace(slot: slot, kind: table.rawValue, number: number)
    }

    static func page(_ number: UInt64, of table: BackupTable, in slot: SlotID) -> ChunkPlace {
        ChunkPlace(slot: slot, kind: table.rawValue | 0x80, number: number)
    }
}
