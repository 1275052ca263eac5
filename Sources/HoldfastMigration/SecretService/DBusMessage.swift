#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A message that came from the bus.
struct DBusMessage: Sendable {
    /// What kind of message it is.
    enum Kind: UInt64 {
        case call = 1
        case reply = 2
        case error = 3
        case signal = 4
    }

    let kind: Kind?
    /// Which call it answers.
    let replySerial: UInt64?
    /// For an error, its name.
    let errorName: String?
    /// For a signal, the object that it is about.
    let path: String?
    /// For a signal, `interface.member`.
    let signalName: String?
    /// The unique name of whoever sent it; the bus sees to its truth.
    let sender: String?
    let values: [DBusValue]

    /// The bytes of the part that every message begins with.
    static let startCount = 16

    /// How many bytes a message has behind its start.
    ///
    /// - Parameter start: the first 16 bytes.
    /// - Returns: 0 to 32 MiB.
    /// - Throws: `DATA_CORRUPTED` for what is no message, or one of more than 16 MiB.
    static func restCount(_ start: UnsafeRawBufferPointer) throws(KeychainError) -> Int {
        var reader = DBusReader(start, isBigEndian: try isBigEndian(start))
        let header = try reader.values("yyyyuuu")
        guard case .number(let bodyCount) = header[4], case .number(let fieldCount) = header[6],
            bodyCount <= maximumCount, fieldCount <= maximumCount
        else { throw DBusReader.malformed }
        return (Int(fieldCount) + 7) / 8 * 8 + Int(bodyCount)
    }

    /// Reads a whole message.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not well-formed.
    init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        let isBigEndian = try Self.isBigEndian(bytes)
        var reader = DBusReader(bytes, isBigEndian: isBigEndian)
        let header = try reader.values("yyyyuua(yv)")
        guard case .number(let kind) = header[1], let entries = header[6].elements else {
            throw DBusReader.malformed
        }
        var fields: [UInt64: DBusValue] = [:]
        for entry in entries {
            guard let pair = entry.fields, case .number(let code) = pair[0] else {
                throw DBusReader.malformed
            }
            fields[code] = pair[1].content
        }
        self.kind = Kind(rawValue: kind)
        errorName = fields[4]?.text
        path = fields[1]?.text
        sender = fields[7]?.text
        if let interface = fields[2]?.text, let member = fields[3]?.text {
            signalName = "\(interface).\(member)"
        } else {
            signalName = nil
        }
        if case .number(let serial)? = fields[5] { replySerial = serial } else { replySerial = nil }
        try reader.align(8)
        var body = DBusReader(
            UnsafeRawBufferPointer(rebasing: bytes[reader.position...]), isBigEndian: isBigEndian)
        values = try body.values(fields[8]?.text ?? "")
    }

    private static func isBigEndian(
        _ bytes: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Bool {
        switch bytes.first {
        case UInt8(ascii: "l"): false
        case UInt8(ascii: "B"): true
        default: throw DBusReader.malformed
        }
    }

    /// Far above anything that a keyring holds; the specification's own bound is 128 MiB.
    private static let maximumCount: UInt64 = 16 << 20
}
#endif
