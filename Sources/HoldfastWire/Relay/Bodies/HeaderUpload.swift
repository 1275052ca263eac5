public import HoldfastCrypto

/// The header of a backup, as a device gives it to a relay.
public struct HeaderUpload: Sendable, Hashable {
    /// Most bytes of a header.
    public static let headerLimit = 4_096
    /// Number of bytes of a locator, under which a header is found.
    public static let locatorByteCount = 16

    /// Who signs with it may read the backup without being a device of the account.
    public let locatorKey: P256PublicKey
    /// The header.
    public let header: [UInt8]

    /// Puts a header and its reader's key together.
    ///
    /// - Parameters:
    ///   - locatorKey: the key that the phrase gives for reading.
    ///   - header: 1 to ``headerLimit`` bytes.
    /// - Throws: ``WireError`` with `invalidValue` or `tooLong` for another length.
    public init(locatorKey: P256PublicKey, header: [UInt8]) throws(WireError) {
        guard !header.isEmpty else { throw WireError(.invalidValue, in: "header") }
        guard header.count <= Self.headerLimit else { throw WireError(.tooLong, in: "header") }
        self.locatorKey = locatorKey
        self.header = header
    }

    /// By what name whoever reads logs in, in the place of a device's: SHA-256 of the key.
    ///
    /// - Parameter key: the key for reading.
    /// - Returns: the name.
    public static func reader(_ key: P256PublicKey) -> DeviceID {
        guard let name = DeviceID(SHA256.hash(key.bytes)) else {
            preconditionFailure("a hash has as many bytes as a name")
        }
        return name
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.put(locatorKey.bytes)
            writer.putVector(header)
        }
    }

    /// Reads the structure; the header is not looked at.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        let key = try reader.publicKey("locator_key")
        let header = try reader.vector(atMost: Self.headerLimit, "header")
        try reader.expectEnd("HeaderUpload")
        try self.init(locatorKey: key, header: header)
    }
}
