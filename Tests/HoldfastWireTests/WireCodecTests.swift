import HoldfastCrypto
import Testing

@testable import HoldfastWire

@Suite("Encoding on the wire")
struct WireCodecTests {
    @Test(
        "A length is written in as few bytes as it takes",
        arguments: [
            (0, [0x00]), (63, [0x3f]), (64, [0x40, 0x40]), (16_383, [0x7f, 0xff]),
            (16_384, [0x80, 0x00, 0x40, 0x00]),
        ] as [(Int, [UInt8])])
    func lengths(count: Int, prefix: [UInt8]) throws {
        let bytes = WireWriter.encode { $0.putVector([UInt8](repeating: 7, count: count)) }
        #expect(Array(bytes.prefix(prefix.count)) == prefix)
        var reader = WireReader(bytes)
        #expect(try reader.vector(atMost: count, "v").count == count)
        try reader.expectEnd("v")
        if count > 0 {
            var bounded = WireReader(bytes)
            #expect(throws: WireError(.tooLong, in: "v")) {
                try bounded.vector(atMost: count - 1, "v")
            }
        }
    }

    @Test(
        "A length in more bytes than it takes, or in eight, is refused",
        arguments: [
            [0x40, 0x00], [0x40, 0x3f], [0x80, 0x00, 0x00, 0x01], [0x80, 0x00, 0x3f, 0xff],
            [0xc0, 0, 0, 0, 0, 0, 0, 1],
        ] as [[UInt8]])
    func longLengths(bytes: [UInt8]) {
        var reader = WireReader(bytes + [UInt8](repeating: 0, count: 20_000))
        #expect(throws: WireError(.notCanonical, in: "v")) {
            try reader.vector(atMost: 1 << 20, "v")
        }
    }

    @Test("A length that the bytes do not bear out takes no memory and is an error")
    func shortVector() {
        var reader = WireReader([0xbf, 0xff, 0xff, 0xff])
        #expect(throws: WireError(.truncated, in: "v")) {
            try reader.vector(atMost: 1 << 30, "v")
        }
    }

    @Test("Every action comes back as it was written, and no prefix and no longer text is one")
    func actions() throws {
        let (phone, laptop) = (
            try TestDevice("Ada’s phone"), try TestDevice("b", hasPresence: false)
        )
        let key = phone.signing.publicKey
        let head = LogHead(sequence: .max, hash: EntryHash(known: phone.id.bytes))
        let survivors = [phone.record, laptop.record].sorted { $0.id < $1.id }
        let actions: [LogAction] = [
            .add(laptop.record), .revoke(phone.id, reason: .lost, lastCounter: .max),
            .replace(phone.id, reason: .invalidated, lastCounter: 1, by: laptop.record),
            .setRecovery(key), .setRecovery(nil),
            .checkpoint(lineage: phone.record.slot, generation: 3, manifest: head.hash),
            .veto(head.hash), .confirm(head.hash), .merge(other: head, survivors: survivors),
        ]
        let account = AccountID(genesis: head.hash)
        var entries = actions.map {
            LogEntry(
                after: LogHead(sequence: 1, hash: head.hash), of: account, created: -1,
                author: .recovery, action: $0)
        }
        entries.append(LogEntry(genesis: phone.record, recovery: key, created: .min))
        entries.append(LogEntry(genesis: phone.record, recovery: nil, created: .max))
        for entry in entries {
            let bytes = entry.bytes
            #expect(try LogEntry(bytes) == entry)
            for count in bytes.indices {
                #expect(throws: WireError.self) { try LogEntry(Array(bytes[..<count])) }
            }
            #expect(throws: WireError(.trailingBytes, in: "LogEntry")) {
                try LogEntry(bytes + [0])
            }
        }
    }

    @Test("A later version is no damage")
    func newer() throws {
        let phone = try TestDevice("phone")
        let entry = LogEntry(genesis: phone.record, recovery: nil, created: 0)
        var bytes = entry.bytes
        bytes[1] = 2
        #expect(throws: WireError(.newerVersion, in: "version")) { try LogEntry(bytes) }
        let revoke = LogEntry(
            after: LogHead(sequence: 0, hash: entry.hash), of: AccountID(genesis: entry.hash),
            created: 0, author: .recovery, action: .veto(entry.hash))
        bytes = revoke.bytes
        let action = bytes.count - 33
        #expect(bytes[action] == 7)
        bytes[action] = 10
        #expect(throws: WireError(.newerVersion, in: "action")) { try LogEntry(bytes) }
    }

    @Test(
        "Names that hide or break something are none",
        arguments: ["", "a\nb", "a\u{202e}b", "\u{0}", String(repeating: "a", count: 65)])
    func names(name: String) throws {
        let device = try TestDevice("phone").record
        #expect(throws: WireError(.invalidValue, in: "name")) {
            try DeviceRecord(
                slot: device.slot, name: name, signingKey: device.signingKey,
                signingGrade: .software, agreementKey: device.agreementKey,
                agreementGrade: .software, presenceKey: nil)
        }
    }

    @Test("A grade of a later version is carried along")
    func grades() throws {
        let device = try TestDevice("phone").record
        let later = try DeviceRecord(
            slot: device.slot, name: "x", signingKey: device.signingKey,
            signingGrade: GradeCode(rawValue: 200), agreementKey: device.agreementKey,
            agreementGrade: .software, presenceKey: nil)
        let entry = LogEntry(genesis: later, recovery: nil, created: 0)
        #expect(try LogEntry(entry.bytes) == entry)
    }
}
