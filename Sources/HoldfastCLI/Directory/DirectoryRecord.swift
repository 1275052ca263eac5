import HoldfastCrypto
import HoldfastWire

/// One thing that a directory file keeps: an entry of an account's log, or a device's counter.
enum DirectoryRecord: Sendable, Equatable {
    /// An entry as it is sent, and the account whose log it is said to be in.
    case entry(AccountID, [UInt8])
    /// The highest message counter that a device has told.
    case counter(DeviceID, UInt64)
}

extension DirectoryRecord {
    /// What a record's body has at most; the largest entry is a merge of 1,024 devices.
    static let bodyLimit = 640 * 1024
    /// What stands in front of a body: its length, and the same with every bit turned.
    static let headCount = 8
    /// What stands behind a body: the beginning of its SHA-256.
    static let checkCount = 16

    /// The record as it stands in the file.
    var framed: [UInt8] {
        let body = body
        let length = UInt32(body.count)
        let head = [length, ~length].flatMap { number in
            withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) }
        }
        return head + body + Self.check(of: body)
    }

    private var body: [UInt8] {
        WireWriter.encode { writer in
            switch self {
            case .entry(let account, let bytes):
                writer.put(UInt8(1))
                writer.put(account.bytes)
                writer.put(bytes)
            case .counter(let device, let counter):
                writer.put(UInt8(2))
                writer.put(device.bytes)
                writer.put(counter)
            }
        }
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError``; `newerVersion` for a kind of record that is not known here.
    init(body: [UInt8]) throws(WireError) {
        var reader = WireReader(body)
        switch try reader.byte("kind") {
        case 1:
            let account = try reader.identifier(AccountID.self, "account")
            self = .entry(account, Array(body.dropFirst(1 + AccountID.byteCount)))
        case 2:
            let device = try reader.identifier(DeviceID.self, "device")
            self = .counter(device, try reader.number64("counter"))
            try reader.expectEnd("counter")
        default: throw WireError(.newerVersion, in: "kind")
        }
    }

    /// What tells a body that was written whole; it is no proof of who wrote it.
    static func check(of body: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(body).prefix(checkCount))
    }

    /// The length that a head names; `nil` if these bytes are no head of a record.
    static func length(in head: ArraySlice<UInt8>) -> Int? {
        let numbers = stride(from: 0, to: headCount, by: 4).map { start in
            head.dropFirst(start).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        guard numbers[1] == ~numbers[0], (1...UInt32(bodyLimit)).contains(numbers[0]) else {
            return nil
        }
        return Int(numbers[0])
    }
}
