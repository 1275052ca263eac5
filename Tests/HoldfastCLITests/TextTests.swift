import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

@testable import HoldfastCLI

@Suite("What is written")
struct TextTests {
    @Test(
        "JSON strings escape what RFC 8259 asks for and what would not stay on a line",
        arguments: [
            ("a", #""a""#), ("", #""""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
            ("\0\u{1f}\u{7f}", #""\u0000\u001f\u007f""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
            ("é🔑", #""é🔑""#), ("\u{1b}[31m", #""\u001b[31m""#), ("\u{202e}a", #""\u202ea""#),
        ])
    func jsonStrings(value: String, text: String) {
        var json = JSONWriter()
        json.object { $0.member("m", value) }
        #expect(json.text == "{\"m\":\(text)}")
    }

    @Test("JSON nests, separates and keeps the order")
    func jsonStructure() {
        var json = JSONWriter()
        json.array { json in
            json.object { _ in }
            json.object { json in
                json.member("a", 1)
                json.member("b", nil as String?)
                json.member("c", true)
                json.name("d")
                json.array { _ in }
                json.member("e", base64: SecretBytes([1, 2, 3, 4]))
            }
        }
        #expect(json.text == #"[{},{"a":1,"b":null,"c":true,"d":[],"e":"AQIDBA=="}]"#)
    }

    @Test("What the writer writes, the parser reads as the same")
    func jsonRoundTrip() throws {
        let strings = ["", "a\"\\\u{0}\u{1f}\u{7f}\u{2028}🔑é", String(repeating: "x", count: 5000)]
        var json = JSONWriter()
        json.object { json in
            for (index, string) in strings.enumerated() { json.member("m\(index)", string) }
        }
        let value = try json.buffer.withUnsafeBytes {
            (bytes) throws(KeychainError) in try JSONParser.parse(bytes)
        }
        let members = try #require(value.members)
        #expect(members.map { $0.value.string?.utf8String() } == strings)
    }

    // RFC 4648, section 10.
    @Test(
        "Base64 has the standard's vectors",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(plain: String, text: String) throws {
        let buffer = SecretBuffer()
        Base64.encode(SecretBytes(utf8: plain), into: buffer)
        #expect(buffer.secret.utf8String() == text)
        #expect(Base64.decode(SecretBytes(utf8: text)) == SecretBytes(utf8: plain))
    }

    @Test("Base64 gives every byte back")
    func base64Bytes() {
        for count in 0...300 {
            let bytes = SecretBytes((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) })
            let buffer = SecretBuffer()
            Base64.encode(bytes, into: buffer)
            #expect(Base64.decode(buffer.secret) == bytes)
        }
    }

    @Test(
        "A text that is not the one base64 of some bytes is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "====", "=", "Zh==", "Zm9=", "Zm9v=", "Z=g=", "Zg==Zg==",
            "Zm9v\n", " Zm9v", "Zm-_", "Zm9v====",
        ])
    func notBase64(text: String) {
        #expect(Base64.decode(SecretBytes(utf8: text)) == nil)
    }

    @Test(
        "Only text that a terminal shows as it is counts as printable",
        arguments: [
            ("plain", true), ("two\nlines\twith a tab\n", true), ("", true), ("é ü 日本 🔑", true),
            ("\u{1b}[2J", false), ("a\rb", false), ("\u{9b}31m", false), ("\u{7f}", false),
            ("\u{0}", false), ("\u{8}", false), ("\u{202e}", false), ("\u{2066}", false),
            ("\u{2028}", false),
        ])
    func printable(text: String, isPrintable: Bool) {
        #expect(PrintableText.isPrintable(SecretBytes(utf8: text)) == isPrintable)
    }

    @Test("Bytes that are not UTF-8 are not printable")
    func notUTF8() {
        #expect(!PrintableText.isPrintable(SecretBytes([0xff])))
        #expect(!PrintableText.isPrintable(SecretBytes([0xc3])))
    }

    @Test(
        "A name in a message cannot move the cursor or end its own quotation marks",
        arguments: [
            ("a", #""a""#), ("a\"b", #""a\"b""#), ("a\\b", #""a\\b""#), ("a\nb", #""a\nb""#),
            ("\u{1b}[2J", #""\u{1b}[2J""#), ("é", "\"é\""), ("\u{202e}x", #""\u{202e}x""#),
        ])
    func quoted(name: String, text: String) {
        #expect(Quoted.text(name) == text)
    }

    @Test("An error is one line, and one object on one line, whatever its parts hold")
    func errorReports() {
        let failure = Failure(
            KeychainError(
                .unknown, "two\nlines \u{1b}[31m", nativeDomain: "errno", nativeCode: 5,
                advice: "do\tthis"), "cannot read \(Quoted.text("a\nb"))")
        #expect(
            ErrorReport.line(failure) == "holdfast: cannot read \"a\\nb\": two\\u{a}lines"
                + " \\u{1b}[31m; do\\u{9}this\n")
        #expect(
            ErrorReport.json(failure)
                == #"{"code":"UNKNOWN","message":"cannot read \"a\\nb\": two\nlines \u001b[31m","#
                + #""advice":"do\tthis","nativeDomain":"errno","nativeCode":5,"exitStatus":9}"#
                + "\n")
    }

    @Test("P11: every code of the catalogue has the exit status that is documented")
    func exitStatus() {
        let statuses: [KeychainError.Code: Int32] = [
            .userCanceled: 4, .userFallback: 4, .systemCanceled: 4, .authFailed: 4, .lockout: 4,
            .lockoutPermanent: 4, .biometryNotEnrolled: 8, .biometryNotAvailable: 8,
            .passcodeNotSet: 8, .hardwareUnavailable: 8, .unsupported: 8, .keyInvalidated: 7,
            .dataCorrupted: 6, .interactionNotAllowed: 3, .authRequired: 4, .noActivity: 4,
            .missingEntitlement: 8, .missingUsageDescription: 8, .invalidArgument: 5, .unknown: 70,
        ]
        #expect(ErrorCatalogue.entries.count == statuses.count)
        for (code, status) in statuses {
            #expect(Failure(KeychainError(code, "m")).exitStatus == status, "\(code)")
        }
        #expect(Failure(StoreConflict.alreadyExists.error).exitStatus == 9)
        #expect(Failure.noSuchItem("a").exitStatus == 1)
        #expect(Failure.usage("a", of: nil).exitStatus == 2)
    }
}
