/// The answer to a claim: for each device a prekey, or that there is none.
///
/// Which grade was given is in each prekey's statement: a device whose one-time prekeys are used up
/// is answered with its signed one, and one that has neither with none.
public struct PrekeyBundle: Sendable, Hashable {
    /// What there is for one device.
    public struct Line: Sendable, Hashable {
        /// The device.
        public let device: DeviceID
        /// Its prekey; `nil` if the server has none.
        public let prekey: Prekey?

        /// Makes a line.
        ///
        /// - Parameters:
        ///   - device: the device.
        ///   - prekey: its prekey, or `nil`.
        public init(_ device: DeviceID, _ prekey: Prekey?) {
            self.device = device
            self.prekey = prekey
        }
    }

    /// The account whose devices it is about.
    public let account: AccountID
    /// One line for each device, in the order of their ids, none twice.
    public let lines: [Line]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - account: the account whose devices it is about.
    ///   - lines: one for each device, in the order of their ids, none twice.
    /// - Throws: ``WireError`` with `notCanonical` for another order.
    public init(account: AccountID, lines: [Line]) throws(WireError) {
        guard zip(lines, lines.dropFirst()).allSatisfy({ $0.device < $1.device }) else {
            throw WireError(.notCanonical, in: "lines")
        }
        self.account = account
        self.lines = lines
    }
}

extension PrekeyBundle {
    /// The version of this encoding.
    static let version: UInt16 = 1

    /// The answer as it is sent.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(account.bytes)
            writer.putVector(of: lines) { writer, line in
                writer.put(line.device.bytes)
                writer.putOptional(line.prekey) { $1.write(to: &$0) }
            }
        }
    }

    /// Reads an answer, without checking the prekeys.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        let account = try reader.identifier(AccountID.self, "account")
        let lines = try reader.vector(
            atMost: LogEntry.deviceLimit * (DeviceID.byteCount + 1 + Prekey.byteLimit), "lines"
        ) { (reader) throws(WireError) in
            Line(
                try reader.identifier(DeviceID.self, "device"),
                try reader.optional("prekey") { (reader) throws(WireError) in
                    try Prekey(from: &reader)
                })
        }
        try reader.expectEnd("PrekeyBundle")
        try self.init(account: account, lines: lines)
    }
}
