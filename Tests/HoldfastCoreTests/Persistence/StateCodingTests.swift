import FoundationEssentials
import HoldfastCrypto
import Testing

@testable import HoldfastCore

/// The package's own JSON encoder, against the one of Foundation.
@Suite struct StateCodingTests {
    private enum Choice: String, Codable, Equatable { case one, two }

    private enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case point
        case square(Int, side: String)
    }

    private struct Inner: Codable, Equatable {
        var name = "inner"
        var nothing: Int?
        var some: Int? = 5
    }

    private struct Empty: Codable, Equatable {}

    private struct All: Codable, Equatable {
        var yes = true
        var no = false
        var int = -42
        var int8 = Int8.min
        var int16 = Int16.min
        var int32 = Int32.min
        var int64 = Int64.min
        var uint = UInt.max
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var double = 0.1
        var whole = 3.0
        var huge = 1e300
        var tiny = -Double.leastNonzeroMagnitude
        var float = Float(1.5)
        var text = "a \"quoted\" \\ line\n\r\t\u{8}\u{c}\u{0}\u{1f}\u{7f} é 😀 / e\u{301}"
        var list = [1, 2, 3]
        var nested = [[1], [], [2, 3]]
        var optionals = [1, nil, 3] as [Int?]
        var inners = [Inner(), Inner(name: "")]
        var dictionary = ["b": 1, "a": 2, "": 3]
        var numbered = [2: "two", 1: "one"]
        var choice = Choice.two
        var shapes = [Shape.circle(radius: 2), .point, .square(1, side: "s")]
        var empty = Empty()
        var data = Data([0, 1, 2, 250, 255])
        var date = Date(timeIntervalSinceReferenceDate: 12_345.5)
        var url = URL(string: "https://example.com/a?b=c")
        var decimal = Decimal(string: "12345678901234567890.123")
        var id = UUID()
        var set: Set<String> = ["only"]
        var range = 1..<4
    }

    private class Animal: Codable {
        var legs = 4
    }

    private final class Dog: Animal {
        private var name = "Rex"
        private enum Key: CodingKey { case name, list, map, tail }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encodeNil()
            var inList = list.nestedContainer(keyedBy: Key.self)
            try inList.encode(1, forKey: .tail)
            var deeper = list.nestedUnkeyedContainer()
            try deeper.encode("x")
            try super.encode(to: list.superEncoder())
            var map = container.nestedContainer(keyedBy: Key.self, forKey: .map)
            try map.encodeNil(forKey: .tail)
            try super.encode(to: container.superEncoder())
            try super.encode(to: container.superEncoder(forKey: .tail))
            // A second container on the same place goes on with the first one.
            var again = encoder.container(keyedBy: Key.self)
            try again.encode(false, forKey: .name)
        }
    }

    private struct Silent: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    private func ours(_ value: some Encodable) throws -> String {
        String(decoding: try StateCoding.encode(value).copyBytes(), as: UTF8.self)
    }

    private func foundation(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test("What is encoded is what Foundation's encoder would have written")
    func equalsFoundation() throws {
        var all = All()
        #expect(try ours(all) == foundation(all))
        all.text = String(repeating: "long enough for every fast way ", count: 500)
        #expect(try ours(all) == foundation(all))
        #expect(try ours(Dog()) == foundation(Dog()))
        #expect(try ours("text") == foundation("text"))
        #expect(try ours([Int]()) == foundation([Int]()))
        #expect(try ours(["a": Silent()]) == foundation(["a": Silent()]))
        #expect(try ours(Int?.none) == foundation(Int?.none))
        #expect(try ours(Date(timeIntervalSinceReferenceDate: 1)) == "1")
    }

    @Test("Every character of text comes back as it was")
    func texts() throws {
        for scalar in (0...0x2100).compactMap(Unicode.Scalar.init(_:)) {
            let text = "a\(Character(scalar))b"
            #expect(try ours(text) == foundation(text), "U+\(scalar.value)")
            #expect(try StateCoding.decode(String.self, StateCoding.encode(text)) == text)
        }
    }

    @Test("What was encoded decodes to the same value")
    func roundTrip() throws {
        let all = All()
        #expect(try StateCoding.decode(All.self, try StateCoding.encode(all)) == all)
    }

    @Test("Numbers that JSON does not have are refused")
    func numbers() throws {
        for number in [Double.nan, .infinity, -.infinity] {
            let errors = [
                #expect(throws: KeychainError.self) { try StateCoding.encode(number) },
                #expect(throws: KeychainError.self) { try StateCoding.encode([number]) },
                #expect(throws: KeychainError.self) { try StateCoding.encode(["a": number]) },
                #expect(throws: KeychainError.self) { try StateCoding.encode(Float(number)) },
            ]
            #expect(errors.allSatisfy { $0?.code == .invalidArgument })
        }
    }

    @Test("What does not decode is corrupted, an empty body included")
    func decodeFailures() throws {
        for body in ["", "{", "nul", "\"a", "{}"] {
            let error = #expect(throws: KeychainError.self) {
                try StateCoding.decode(Int.self, SecretBytes(utf8: body))
            }
            #expect(error?.code == .dataCorrupted)
        }
    }
}
