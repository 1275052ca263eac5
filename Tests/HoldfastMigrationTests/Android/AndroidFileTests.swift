import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastMigration

/// Files of other libraries, whole and damaged.
@Suite("Preferences of other libraries as bytes")
struct AndroidFileTests {
    private static let xml = """
        <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
        <map>
            <string name="a&amp;b">x&#10;&lt;y&gt; &quot;&#x1F511;&apos;</string>
            <set name="tags">
                <string>one</string>
                <string></string>
            </set>
            <boolean name="flag" value="true" />
            <string name="empty"></string>
            <null name="nothing" />
        </map>

        """

    @Test("Preferences are read as Android wrote them, and cut without touching the rest")
    func preferences() throws {
        let file = try PreferencesXML(Array(Self.xml.utf8))
        #expect(file.entries.map(\.name) == ["a&b", "tags", "flag", "empty", "nothing"])
        #expect(file.text("a&b") == "x\n<y> \"🔑'")
        #expect(file.text("empty")?.isEmpty == true && file.text("tags") == nil)
        let cut = file.removing(["a&b", "no such name"])
        #expect(
            try PreferencesXML(cut).entries.map(\.name) == ["tags", "flag", "empty", "nothing"])
        let gone = "<string name=\"a&amp;b\">x&#10;&lt;y&gt; &quot;&#x1F511;&apos;</string>"
        let expected = Self.xml.split(separator: gone, omittingEmptySubsequences: false).joined()
        #expect(String(decoding: cut, as: UTF8.self) == expected)
        #expect(try PreferencesXML(Array("<map />".utf8)).entries.isEmpty)
    }

    @Test("Preferences that are cut or changed anywhere are read or refused, and never guessed")
    func damagedPreferences() {
        let bytes = Array(Self.xml.utf8)
        let end = bytes.count - 1
        for count in 0..<end {
            #expect(throws: KeychainError.self, "\(count) bytes") {
                try PreferencesXML(Array(bytes.prefix(count)))
            }
        }
        for text in [
            "<map><string name='a'>1</string><string name='a'>2</string></map>", "<map></map>x",
            "<map><string>1</string></map>", "<map><string name='a'>&nbsp;</string></map>",
            "<map><string name='a'>1</map>", "<map><other name='a' /></map>",
            "<map><string name='a' name='b'>1</string></map>", "<list />",
            "<map><string name='a'>&#+65;</string></map>",
            "<map><string name='a'>&#x-0;</string></map>",
        ] {
            #expect(throws: KeychainError.self) { try PreferencesXML(Array(text.utf8)) }
        }
        var refusedCount = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] = 0xFF
            do {
                _ = try PreferencesXML(changed)
            } catch {
                refusedCount += 1
                #expect(error.code == .dataCorrupted)
            }
        }
        #expect(refusedCount > 250, "\(refusedCount) refused")
    }

    private static let stored =
        Proto.bytes(
            1, Proto.bytes(1, Array("a".utf8)) + Proto.bytes(2, Proto.bytes(6, Array("x".utf8))))
        + Proto.bytes(
            1, Proto.bytes(1, Array("n".utf8)) + Proto.bytes(2, Proto.number(4, 1 << 40)))

    @Test("A DataStore's file is read and cut, and damage is refused")
    func dataStore() throws {
        let file = try PreferencesProto(Self.stored)
        #expect(file.text("a") == "x" && file.text("n") == nil && file.entries.count == 2)
        #expect(try PreferencesProto(file.removing(["a"])).entries.map(\.name) == ["n"])
        #expect(try PreferencesProto([]).entries.isEmpty)
        for count in 1..<Self.stored.count {
            do {
                let cut = try PreferencesProto(Array(Self.stored.prefix(count)))
                #expect(cut.entries.count == 1)
            } catch {
                #expect(error.code == .dataCorrupted)
            }
        }
        #expect(throws: KeychainError.self) { try PreferencesProto(Self.stored + Self.stored) }
    }

    @Test("JSON is read as Android's classes write it, and anything else is refused")
    func json() throws {
        let text = "{\"a\":\"x\\/\\u00e4\\uD83D\\uDD11\\n\", \"n\":128,\"yes\":true,\"no\":false}"
        let json = try FlatJSON(text)
        #expect(json.text("a") == "x/ä🔑\n" && json.number("n") == 128)
        #expect(json.flag("yes") == true && json.flag("no") == false && json.text("n") == nil)
        #expect(try FlatJSON("{}").text("a") == nil)
        for count in 0..<text.unicodeScalars.count {
            let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
            #expect(throws: KeychainError.self, "\(count) characters") { try FlatJSON(cut) }
        }
        for wrong in [
            "{\"a\":{}}", "{\"a\":1.5}", "{\"a\":1}x", "{\"a\":1,\"a\":2}", "{a:1}",
            "{\"a\":\"\\uD83D\"}", "{\"a\":\"\\x\"}", "[]", "{\"a\":\"\\u+0e4\"}",
            "{\"a\":\"\\u-000\"}", "{\"a\":+1}",
        ] {
            #expect(throws: KeychainError.self) { try FlatJSON(wrong) }
        }
    }

    @Test("Base64 and hexadecimal digits are read with lines and refused with anything else")
    func texts() {
        for count in 0..<200 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            #expect(ForeignText.base64(Text.base64(bytes)) == bytes)
            #expect(ForeignText.base64(Text.lines(bytes)) == bytes)
            #expect(ForeignText.hex(Text.hex(bytes)) == bytes)
        }
        for wrong in ["A", "AB", "AB=", "A===", "AA==AA==", "AB==", "A-_=", "AAAA "] {
            #expect(ForeignText.base64(wrong) == nil)
        }
        for wrong in ["0", "0g", "0x00", "é0"] { #expect(ForeignText.hex(wrong) == nil) }
    }

    @Test("A keyset that nothing wraps, or that is damaged, is refused")
    func keysets() throws {
        let key = Proto.bytes(
            1,
            Proto.bytes(1, Array("type.googleapis.com/google.crypto.tink.AesGcmKey".utf8))
                + Proto.bytes(2, Proto.bytes(3, [UInt8](repeating: 7, count: 32))))
        let keyset =
            Proto.number(1, 9)
            + Proto.bytes(2, key + Proto.number(2, 1) + Proto.number(3, 9) + Proto.number(4, 1))
        let error = #expect(throws: KeychainError.self) {
            try TinkKeyset.wrapped(Text.hex(keyset))
        }
        #expect(error?.code == .unsupported)
        let nonce = [UInt8](1...12)
        let sealed = try AES256GCM.seal(
            SecretBytes(utf8: "v"), key: SecretBytes([UInt8](repeating: 7, count: 32)),
            nonce: nonce, associatedData: [5])
        let keys = try TinkKeyset(SecretBytes(keyset))
        let prefix: [UInt8] = [1, 0, 0, 0, 9]
        let opened = try keys.open(prefix + nonce + sealed, associatedData: [5])
        #expect(opened == SecretBytes(utf8: "v"))
        for (wrong, data): ([UInt8], [UInt8]) in [
            (prefix + nonce + sealed, [6]), ([1, 0, 0, 0, 8] + nonce + sealed, [5]),
            (prefix, [5]), ([], [5]),
        ] {
            #expect(throws: KeychainError.self) { try keys.open(wrong, associatedData: data) }
        }
        for count in 0..<keyset.count {
            #expect(throws: KeychainError.self, "\(count) bytes") {
                try TinkKeyset(SecretBytes(keyset.prefix(count))).open(
                    prefix + nonce + sealed, associatedData: [5])
            }
        }
    }
}
