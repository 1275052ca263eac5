package import HoldfastCrypto
public import HoldfastWire

/// What a device shows the account's other devices to be let in.
///
/// It is no secret, but whoever can change it on its way can put their own device in: it is scanned
/// from screen to screen, or the ``comparison`` of both sides is read aloud.
///
/// - Note: Every byte is in `docs/formats/join-request.md`.
public struct JoinRequest: Sendable, Hashable {
    /// For how many devices' approval one request can be.
    public static let approverLimit = 16

    /// The account.
    public let account: AccountID
    /// The newest entry of its log that the device knows; an approval goes behind it.
    public let head: LogHead
    /// When the request was made, in seconds since 1970, by the device's clock.
    public let created: Int64
    /// The device that wants in.
    public let device: DeviceRecord
    /// The device whose place it wants; `nil` for a place of its own.
    let replaced: ReplacedDevice?
    /// The device's consent, for each device that could approve it, not yet checked.
    package let consents: [DeviceID: P256Signature]

    /// The device whose place it wants; `nil` for a place of its own.
    public var replacedDevice: DeviceID? { replaced?.device }

    /// The devices that can approve it, in the order of their ids.
    public var approvers: [DeviceID] { consents.keys.sorted() }

    /// Thirty digits in six groups, the same on both sides if the request is the same.
    ///
    /// They are over the device's record as one side's digits of a ``SafetyNumber`` are over an
    /// account; it takes some milliseconds.
    public var comparison: [String] {
        SafetyNumber.comparison(of: bytes, with: device.id)
    }

    /// The entry that the author's approval makes of it.
    ///
    /// - Parameter author: who approves it.
    /// - Returns: the entry, behind the newest one that the request knows.
    package func entry(by author: LogEntry.Author) -> LogEntry {
        let action: LogAction =
            replaced.map {
                .replace(
                    $0.device, reason: $0.reason, lastCounter: $0.lastCounter, by: device)
            } ?? .add(device)
        return LogEntry(
            after: head, of: account, created: created, author: author, action: action)
    }
}

extension JoinRequest {
    /// The request of a recovery recipient, whose key is at hand while the person types the phrase.
    ///
    /// - Parameters:
    ///   - recipient: what the account is to say of it.
    ///   - log: the account's log, verified.
    ///   - created: seconds since 1970.
    ///   - approver: the device that the person has before them.
    ///   - key: the private half of the recipient's signing key.
    /// - Throws: ``CryptoError``.
    package init(
        _ recipient: DeviceRecord, into log: DeviceLog, created: Int64,
        approvedBy approver: DeviceID, signedBy key: P256PrivateKey
    ) throws(CryptoError) {
        let entry = LogEntry(
            after: log.head, of: log.account, created: created, author: .device(approver),
            action: .add(recipient))
        let consent = try key.signature(
            for: SignaturePurpose.logConsent.message(for: entry.bytes)
        ).withLowS
        self.init(
            account: log.account, head: log.head, created: created, device: recipient,
            replaced: nil, consents: [approver: consent])
    }

    private static let magic: [UInt8] = Array("HFJR".utf8)
    private static let version: UInt8 = 1
    private static let recordLimit = 512

    /// The request as it is shown or sent.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.magic)
            writer.put(Self.version)
            writer.put(account.bytes)
            writer.put(head.sequence)
            writer.put(head.hash.bytes)
            writer.put(created)
            writer.putVector(device.bytes)
            writer.putOptional(replaced) { writer, replaced in
                writer.put(replaced.device.bytes)
                writer.put(replaced.reason.rawValue)
                writer.put(replaced.lastCounter)
            }
            writer.putVector(of: consents.sorted { $0.key < $1.key }) { writer, consent in
                writer.put(consent.key.bytes)
                writer.put(consent.value.bytes)
            }
        }
    }

    /// Reads a request, without checking its signatures.
    ///
    /// - Parameter bytes: what was scanned or received.
    /// - Throws: ``WireError``: it is no request, a damaged or a newer one.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.raw(Self.magic.count, "magic") == Self.magic else {
            throw WireError(.invalidValue, in: "magic")
        }
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        account = try reader.identifier(AccountID.self, "account")
        head = try LogHead(from: &reader)
        created = Int64(bitPattern: try reader.number64("created"))
        device = try DeviceRecord(try reader.vector(atMost: Self.recordLimit, "device"))
        replaced = try reader.optional("replaced") { (reader) throws(WireError) in
            try reader.replacedDevice()
        }
        let size = DeviceID.byteCount + P256Signature.byteCount
        let pairs = try reader.vector(atMost: Self.approverLimit * size, "consents") {
            (reader) throws(WireError) in
            (try reader.identifier(DeviceID.self, "approver"), try reader.signature("consent"))
        }
        guard zip(pairs, pairs.dropFirst()).allSatisfy({ $0.0 < $1.0 }) else {
            throw WireError(.notCanonical, in: "consents")
        }
        // A place in a log has one after it.
        guard head.sequence < .max else { throw WireError(.invalidValue, in: "head") }
        consents = Dictionary(uniqueKeysWithValues: pairs)
        try reader.expectEnd("JoinRequest")
    }
}
