import HoldfastCrypto

extension MessageHeader {
    /// What a header begins with; the digit is the version.
    static let magic = Array("HFM1".utf8)
    /// The suite: DHKEM(P-256, HKDF-SHA256) with HKDF-SHA256 and AES-256-GCM for the wraps,
    /// AES-256-GCM in chunks for the body, ECDSA with P-256 and SHA-256 for the signature.
    public static let suite: UInt16 = 1
    /// Number of bytes of a header.
    static let byteCount = 316

    /// The bytes that are signed, with the body's hash behind them.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.magic)
            writer.put(Self.suite)
            writer.put(message.bytes)
            writer.put(attempt)
            sender.write(to: &writer)
            writer.put(created)
            writer.put(content.bytes)
            writer.put(UInt16(accountCount))
            writer.put(accountsRoot)
            writer.put(UInt16(wrapCount))
            writer.put(wrapsRoot)
            writer.put(commitment)
            writer.put(UInt64(bodyByteCount))
        }
    }

    /// Reads a header.
    ///
    /// - Parameter bytes: the bytes that were signed.
    /// - Throws: ``WireError``; `newerVersion` for a version or a suite that is not known here.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try reader.expectMagic()
        guard try reader.number16("suite") == Self.suite else {
            throw WireError(.newerVersion, in: "suite")
        }
        let message = try reader.message("message")
        let attempt = try reader.number16("attempt")
        let sender = try MessageSender(from: &reader)
        let created = Int64(bitPattern: try reader.number64("created"))
        let content = try reader.identifier(ContentID.self, "content")
        let accountCount = Int(try reader.number16("account_count"))
        let accountsRoot = try reader.raw(Self.hashByteCount, "accounts_root")
        let wrapCount = Int(try reader.number16("wrap_count"))
        let wrapsRoot = try reader.raw(Self.hashByteCount, "wraps_root")
        let commitment = try reader.raw(Self.hashByteCount, "commitment")
        guard let bodyByteCount = Int(exactly: try reader.number64("body_length")) else {
            throw WireError(.tooLong, in: "body_length")
        }
        try reader.expectEnd("MessageHeader")
        try self.init(
            message: message, attempt: attempt, sender: sender, created: created,
            content: content, accountCount: accountCount, accountsRoot: accountsRoot,
            wrapCount: wrapCount, wrapsRoot: wrapsRoot, commitment: commitment,
            bodyByteCount: bodyByteCount)
    }
}

extension MessageSender {
    fileprivate func write(to writer: inout WireWriter) {
        writer.put(account.bytes)
        writer.put(device.bytes)
        writer.put(record.bytes)
        head.write(to: &writer)
        writer.put(counter)
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        self.init(
            account: try reader.identifier(AccountID.self, "sender_account"),
            device: try reader.identifier(DeviceID.self, "sender_device"),
            record: try reader.identifier(RecordHash.self, "sender_record"),
            head: try LogHead(from: &reader, "sender_head"),
            counter: try reader.number64("sender_counter"))
    }
}

extension LogHead {
    /// Writes the place: its number, then its name.
    func write(to writer: inout WireWriter) {
        writer.put(sequence)
        writer.put(hash.bytes)
    }

    /// Reads a place.
    init(from reader: inout WireReader, _ field: StaticString) throws(WireError) {
        self.init(
            sequence: try reader.number64(field),
            hash: try reader.identifier(EntryHash.self, field))
    }
}

extension WireReader {
    fileprivate mutating func expectMagic() throws(WireError) {
        let found = try raw(MessageHeader.magic.count, "magic")
        guard found.dropLast() == MessageHeader.magic.dropLast() else {
            throw WireError(.invalidValue, in: "magic")
        }
        guard found == MessageHeader.magic else { throw WireError(.newerVersion, in: "magic") }
    }
}
