/// Asks for prekeys of an account's devices, to send them a message.
///
/// A claim that is repeated under its name, because the answer got lost, gets the same prekeys.
public struct PrekeyClaim: Sendable, Hashable {
    /// The claim's name: 16 random bytes.
    public let id: MessageID
    /// The account whose devices it is about.
    public let account: AccountID
    /// The best grade that is wanted: ``SecrecyGrade/oneTime``, or ``SecrecyGrade/signed``, which
    /// uses none up.
    public let grade: SecrecyGrade
    /// The devices, in the order of their ids, none twice.
    public let devices: [DeviceID]

    /// Makes a claim.
    ///
    /// - Parameters:
    ///   - id: 16 random bytes; the message's name serves where there is one claim for an account.
    ///   - account: the account whose devices it is about.
    ///   - grade: the best grade that is wanted; not ``SecrecyGrade/identity``.
    ///   - devices: one or more, in the order of their ids, none twice.
    /// - Throws: ``WireError`` with `invalidValue` or `notCanonical` for values against these rules.
    public init(
        id: MessageID, account: AccountID, grade: SecrecyGrade, devices: [DeviceID]
    ) throws(WireError) {
        guard grade != .identity else { throw WireError(.invalidValue, in: "grade") }
        guard !devices.isEmpty else { throw WireError(.invalidValue, in: "devices") }
        guard zip(devices, devices.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw WireError(.notCanonical, in: "devices")
        }
        self.id = id
        self.account = account
        self.grade = grade
        self.devices = devices
    }
}

extension PrekeyClaim {
    /// The version of this encoding.
    static let version: UInt16 = 1

    /// The claim as it is sent.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(id.bytes)
            writer.put(account.bytes)
            writer.put(grade.rawValue)
            writer.putVector(of: devices) { $0.put($1.bytes) }
        }
    }

    /// Reads a claim.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        let id = try reader.message("claim")
        let account = try reader.identifier(AccountID.self, "account")
        guard let grade = SecrecyGrade(rawValue: try reader.byte("grade")) else {
            throw WireError(.newerVersion, in: "grade")
        }
        let devices = try reader.vector(
            atMost: LogEntry.deviceLimit * DeviceID.byteCount, "devices"
        ) { (reader) throws(WireError) in try reader.identifier(DeviceID.self, "devices") }
        try reader.expectEnd("PrekeyClaim")
        try self.init(id: id, account: account, grade: grade, devices: devices)
    }
}
