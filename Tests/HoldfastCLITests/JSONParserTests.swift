import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastCLI

@Suite("JSON that is read")
struct JSONParserTests {
    private static func parse(_ bytes: [UInt8]) throws(KeychainError) -> JSONValue {
        try bytes.withRawBytes { (bytes) throws(KeychainError) in try JSONParser.parse(bytes) }
    }

    @Test(
        "Strings are decoded",
        arguments: [
            (#""a""#, "a"), (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
            (#""\u0041\u00e9\u20ac""#, "Aé€"), (#""\ud83d\udd11""#, "🔑"),
            ("\"\u{7f}é🔑\"", "\u{7f}é🔑"), (#"  "a"  "#, "a"), ("\u{feff}\"a\"", "a"),
            (#""\u0000""#, "\0"),
        ])
    func strings(text: String, value: String) throws {
        #expect(try Self.parse(Array(text.utf8)).string?.utf8String() == value)
    }

    @Test(
        "Well-formed texts are read",
        arguments: [
            "{}", "[]", "[1,-0,0.5,1e3,1E-3,-1.5e+2]", "null", "true", "false", "[[],{},\"\"]",
            #"{"a":{"a":[null]}}"#, " [ 1 , 2 ] ", "0",
        ])
    func wellFormed(text: String) throws {
        _ = try Self.parse(Array(text.utf8))
    }

    @Test(
        "Everything else is refused",
        arguments: [
            "", " ", "{", "[", "\"", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "[1,]", "[,1]",
            "[1 2]", "01", "1.", ".5", "+1", "-", "1e", "nul", "True", "NaN", "[1]]", "{} {}",
            "'a'",
            "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud83d\"", "\"\\udd11\"",
            "\"\\ud83d\\u0041\"", "\"\\ud83dx\"", "\"a\nb\"", "\"\u{1}\"",
            #"{"a":1,"a":2}"#, "\"\\u00e９\"", "// a\n1", String(repeating: "[", count: 100_000),
        ])
    func malformed(text: String) {
        let error = #expect(throws: KeychainError.self) { try Self.parse(Array(text.utf8)) }
        #expect(error?.code == .invalidArgument)
    }

    @Test("Bytes that are not UTF-8 in a string are refused")
    func notUTF8() {
        for bytes in [[0x22, 0xff, 0x22], [0x22, 0xc3, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]] {
            #expect(throws: KeychainError.self) { try Self.parse(bytes.map(UInt8.init)) }
        }
    }

    @Test("The message says which line")
    func line() {
        let error = #expect(throws: KeychainError.self) {
            try Self.parse(Array("{\n\"a\": 1,\n\"b\" 2\n}".utf8))
        }
        #expect(error?.message.hasPrefix("line 3 ") == true)
    }

    @Test("Names that differ only in their normal form are two names")
    func normalForms() throws {
        let text = "{\"\u{e9}\":\"1\",\"e\u{301}\":\"2\"}"
        let members = try #require(try Self.parse(Array(text.utf8)).members)
        #expect(members.count == 2)
    }
}
