public import HoldfastWire

/// A message that this device has sent, as far as it must be known to wrap it again.
public struct OutboxEntry: Sendable, Hashable {
    /// The message.
    public let message: MessageID
    /// The accounts that it goes to; not this device's own.
    public let contacts: [AccountID]
    /// The envelopes that were made, the newest last; also those that the server refused.
    public private(set) var envelopes: [SentEnvelope]
    /// How often the message was wrapped again for each device's place, and its successors'.
    public private(set) var rewraps: [SlotID: Int]

    /// Begins an entry for a message of which there is no envelope yet.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - contacts: the accounts that it goes to.
    public init(_ message: MessageID, to contacts: [AccountID]) {
        self.message = message
        self.contacts = contacts
        envelopes = []
        rewraps = [:]
    }

    /// The next envelope's attempt; `nil` once there were as many as can be.
    public var nextAttempt: UInt16? {
        guard let last = envelopes.last else { return 0 }
        return last.attempt == .max ? nil : last.attempt + 1
    }

    /// The grade that a device's wrap had, in the newest envelope that had one.
    func grade(of device: DeviceID) -> SecrecyGrade? {
        for envelope in envelopes.reversed() {
            if let grade = envelope.grades[device] { return grade }
        }
        return nil
    }

    /// Notes an envelope; durably before it is uploaded.
    ///
    /// - Parameters:
    ///   - envelope: the envelope, before or after it was signed.
    ///   - target: the device that it was wrapped again for, if it was.
    public mutating func note(_ envelope: UnsignedEnvelope, for target: RewrapTarget? = nil) {
        envelopes.append(
            SentEnvelope(
                attempt: envelope.header.attempt, counter: envelope.header.sender.counter,
                grades: envelope.grades))
        if let target { rewraps[target.device.slot, default: 0] += 1 }
    }
}

/// What is remembered of an envelope.
public struct SentEnvelope: Sendable, Hashable {
    /// The envelope's attempt.
    public let attempt: UInt16
    /// The sender's counter.
    public let counter: UInt64
    /// The devices that it was wrapped for, each with its grade.
    public let grades: [DeviceID: SecrecyGrade]
}

extension OutboxEntry {
    private static let version: UInt8 = 1

    /// The entry as it is stored.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(message.bytes)
            writer.putVector(of: contacts) { $0.put($1.bytes) }
            writer.putVector(of: envelopes) { $1.write(to: &$0) }
            let sorted = rewraps.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
            writer.putVector(of: sorted) { writer, rewrap in
                writer.put(rewrap.key.bytes)
                writer.put(UInt16(clamping: rewrap.value))
            }
        }
    }

    /// Reads what ``bytes`` wrote.
    ///
    /// - Parameter bytes: the entry.
    /// - Throws: ``WireError``; `newerVersion` for an entry of a newer app.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        message = try reader.message("message")
        contacts = try reader.vector(
            atMost: Envelope.accountLimit * AccountID.byteCount, "contacts"
        ) { (reader) throws(WireError) in try reader.identifier(AccountID.self, "contacts") }
        envelopes = try reader.vector(atMost: Self.envelopesLimit, "envelopes") {
            (reader) throws(WireError) in try SentEnvelope(from: &reader)
        }
        let pairs = try reader.vector(atMost: Envelope.wrapLimit * 18, "rewraps") {
            (reader) throws(WireError) in
            (try reader.slot("rewraps"), Int(try reader.number16("rewraps")))
        }
        let slots = pairs.map(\.0.bytes)
        guard zip(slots, slots.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) }) else {
            throw WireError(.notCanonical, in: "rewraps")
        }
        rewraps = Dictionary(uniqueKeysWithValues: pairs)
        try reader.expectEnd("OutboxEntry")
    }

    /// Far above what one message comes to, and far below what would fill a memory.
    private static let envelopesLimit = 64 << 20
}

extension SentEnvelope {
    fileprivate func write(to writer: inout WireWriter) {
        writer.put(attempt)
        writer.put(counter)
        writer.putVector(of: grades.sorted { $0.key < $1.key }) { writer, line in
            writer.put(line.key.bytes)
            writer.put(line.value.rawValue)
        }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        attempt = try reader.number16("attempt")
        counter = try reader.number64("counter")
        let lines = try reader.vector(
            atMost: Envelope.wrapLimit * (DeviceID.byteCount + 1), "grades"
        ) { (reader) throws(WireError) in
            let device = try reader.identifier(DeviceID.self, "grades")
            guard let grade = SecrecyGrade(rawValue: try reader.byte("grades")) else {
                throw WireError(.newerVersion, in: "grades")
            }
            return (device, grade)
        }
        guard zip(lines, lines.dropFirst()).allSatisfy({ $0.0 < $1.0 }) else {
            throw WireError(.notCanonical, in: "grades")
        }
        grades = Dictionary(uniqueKeysWithValues: lines)
    }
}
