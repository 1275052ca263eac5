#if os(Linux)
import HoldfastCore
import Testing

@testable import HoldfastMigration

@Suite("Messages of the session bus")
struct DBusMessageTests {
    /// A whole message with texts, a variant and a header of five fields.
    private static let message = DBusWriter.call(
        DBusCall(
            destination: "org.example", path: "/org/example", interface: "org.example.A",
            member: "Do", signature: "sv", arguments: [.text("first"), .variantText("second")]),
        serial: 7)

    private static func parse(_ bytes: [UInt8]) throws(KeychainError) -> DBusMessage {
        let result = bytes.withUnsafeBytes { memory in
            Result { () throws(KeychainError) in try DBusMessage(memory) }
        }
        return try result.get()
    }

    @Test("What the writer writes, the reader reads")
    func roundTrip() throws {
        let message = try Self.parse(Self.message)
        #expect(message.kind == .call)
        #expect(message.values.first?.text == "first")
        #expect(message.values.last?.content.text == "second")
        let start = Array(Self.message.prefix(DBusMessage.startCount))
        let restCount = try start.withUnsafeBytes { try DBusMessage.restCount($0) }
        #expect(start.count + restCount == Self.message.count)
    }

    @Test("An address has sockets alone, and its escapes are two digits without a sign")
    func addresses() throws {
        let list = "tcp:host=a;unix:path=/run/a%20b,guid=7;unix:abstract=/tmp/x;unix:tmpdir=/tmp"
        let found = DBusAddress.addresses(list)
        #expect(found.map(\.path) == [Array("/run/a b".utf8), Array("/tmp/x".utf8)])
        #expect(found.map(\.isAbstract) == [false, true])
        for wrong in ["%+1", "%-0", "%", "%2", "%zz", "% 1"] {
            #expect(DBusAddress.addresses("unix:path=/run/\(wrong)").isEmpty, "\(wrong)")
        }
    }

    @Test("A message that is cut anywhere is refused")
    func cut() {
        for count in 0..<Self.message.count {
            #expect(throws: KeychainError.self, "\(count) bytes") {
                try Self.parse(Array(Self.message.prefix(count)))
            }
        }
    }

    @Test("A message with any byte changed is read or refused, and never read beyond its end")
    func changed() {
        var refusedCount = 0
        for index in Self.message.indices {
            for value: UInt8 in [0, 1, 0x28, 0x61, 0x7f, 0xff] {
                var bytes = Self.message
                bytes[index] = value
                do {
                    _ = try Self.parse(bytes)
                } catch {
                    refusedCount += 1
                    #expect(error.code == .dataCorrupted)
                }
            }
        }
        #expect(refusedCount > 100, "\(refusedCount) refused")
    }

    @Test(
        "Signatures that are none, or that would never end, are refused",
        arguments: ["a", "a()", "()", "(", "a{s", "z", "(s", "a(a)"])
    func signatures(_ signature: String) {
        let bytes: [UInt8] = [8, 0, 0, 0] + [UInt8](repeating: 0, count: 28)
        bytes.withUnsafeBytes { memory in
            var reader = DBusReader(memory, isBigEndian: false)
            #expect(throws: KeychainError.self) { try reader.values(signature) }
        }
    }

    @Test("Both orders of bytes are read")
    func order() throws {
        for (isBigEndian, bytes) in [(true, [0, 0, 1, 2] as [UInt8]), (false, [2, 1, 0, 0])] {
            try bytes.withUnsafeBytes { memory in
                var reader = DBusReader(memory, isBigEndian: isBigEndian)
                guard case .number(let number)? = try reader.values("u").first else {
                    Issue.record("no number")
                    return
                }
                #expect(number == 258)
            }
        }
    }
}
#endif
