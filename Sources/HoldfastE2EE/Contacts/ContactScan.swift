import HoldfastCrypto
public import HoldfastWire

/// What one phone shows for another one to scan: both accounts, and how far each log is known.
///
/// It is no secret. The digits prove the first entries; this proves the logs up to a place.
///
/// - Note: Every byte is in `docs/formats/contact-verification.md`.
public struct ContactScan: Sendable, Hashable {
    /// The bytes of the code.
    public static let byteCount = 4 + 1 + 2 * (AccountID.byteCount + 8 + EntryHash.byteCount)

    /// An account and the newest place of its log that the shower has verified.
    public struct Side: Sendable, Hashable {
        /// The account.
        public let account: AccountID
        /// The place.
        public let head: LogHead

        /// Names a place.
        ///
        /// - Parameters:
        ///   - account: the account.
        ///   - head: the newest place of its log that is verified.
        public init(account: AccountID, head: LogHead) {
            self.account = account
            self.head = head
        }
    }

    /// The one who shows it.
    public let shower: Side
    /// The one who scans it.
    public let scanner: Side

    /// Puts a code together.
    ///
    /// - Parameters:
    ///   - shower: the one who shows it.
    ///   - scanner: the one who scans it, as the shower has pinned them.
    public init(shower: Side, scanner: Side) {
        self.shower = shower
        self.scanner = scanner
    }
}

extension ContactScan {
    private static let magic: [UInt8] = Array("HFQR".utf8)
    private static let version: UInt8 = 1

    /// The code, 149 bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.magic)
            writer.put(Self.version)
            for side in [shower, scanner] {
                writer.put(side.account.bytes)
                writer.put(side.head.sequence)
                writer.put(side.head.hash.bytes)
            }
        }
    }

    /// Reads a code.
    ///
    /// - Parameter bytes: what was scanned.
    /// - Throws: ``WireError``: it is no such code, a damaged or a newer one.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.raw(Self.magic.count, "magic") == Self.magic else {
            throw WireError(.invalidValue, in: "magic")
        }
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        shower = try Side(from: &reader)
        scanner = try Side(from: &reader)
        try reader.expectEnd("scan")
    }
}

extension ContactScan.Side {
    fileprivate init(from reader: inout WireReader) throws(WireError) {
        guard let account = AccountID(try reader.raw(AccountID.byteCount, "account")) else {
            throw WireError(.truncated, in: "account")
        }
        self.account = account
        head = try LogHead(from: &reader)
    }
}

extension LogHead {
    /// Reads a place: its number and its hash.
    init(from reader: inout WireReader) throws(WireError) {
        let sequence = try reader.number64("head")
        guard let hash = EntryHash(try reader.raw(EntryHash.byteCount, "head")) else {
            throw WireError(.truncated, in: "head")
        }
        self.init(sequence: sequence, hash: hash)
    }
}
