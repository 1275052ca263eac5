import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastCLI

@Suite(".env files")
struct DotEnvParserTests {
    private static func parse(_ text: String) throws(KeychainError) -> [DotEnvParser.Pair] {
        try Array(text.utf8).withRawBytes { (bytes) throws(KeychainError) in
            try DotEnvParser.parse(bytes)
        }
    }

    @Test(
        "A line gives its value",
        arguments: [
            ("A=b", "b"), ("A=", ""), ("A= b ", "b"), ("A =b", "b"), ("A = b", "b"),
            ("export A=b", "b"), ("export  A = b", "b"), ("  A=b", "b"), ("A=b\r\n", "b"),
            ("A=b # c", "b"), ("A=b#c", "b#c"), ("A=#c", ""), ("A= # c", ""), ("A=b=c", "b=c"),
            ("A='b # c'", "b # c"), ("A=\"b # c\"", "b # c"), ("A=`b 'c' \"d\"`", "b 'c' \"d\""),
            ("A='b' # c", "b"), ("A=\"b\"\r\n", "b"), ("A=''", ""), ("A=\"\"", ""),
            (#"A="x\ny\tz\r""#, "x\ny\tz\r"), (#"A='x\ny'"#, #"x\ny"#), (#"A=x\ny"#, #"x\ny"#),
            (#"A="\\n""#, #"\n"#), (#"A="a\"b""#, "a\"b"), (#"A="\$HOME""#, "$HOME"),
            (#"A="$HOME""#, "$HOME"), ("A=$HOME", "$HOME"), (#"A="\x""#, #"\x"#),
            ("A=\"two\nlines\"", "two\nlines"), ("A='two\nlines'", "two\nlines"),
            ("A=it's", "it's"), ("A=\u{e9}🔑", "\u{e9}🔑"), ("\u{feff}A=b", "b"),
            ("A.b-c_1=x", "x"), ("export=b", "b"), ("A=a b  c", "a b  c"), ("A=\tb", "b"),
            ("\n\n# c\nA=b\n# d\n", "b"), (#"A='\'"#, #"\"#),
        ])
    func values(text: String, value: String) throws {
        let entries = try Self.parse(text)
        #expect(entries.count == 1)
        #expect(entries.first?.value.utf8String() == value)
    }

    @Test("Files without entries are files", arguments: ["", "\n", "# a", " \t\r\n#\n"])
    func empty(text: String) throws {
        #expect(try Self.parse(text).isEmpty)
    }

    @Test(
        "What is not KEY=VALUE is refused with its line",
        arguments: [
            ("A", 1), ("A=1\nB", 2), ("1A=b", 1), ("=b", 1), ("A B=c", 1), ("é=b", 1), ("A+B=c", 1),
            ("A='b", 1), ("A=1\nB=\"b\nc\nd", 2), ("A='b'c", 1), ("A=\"b\"c", 1), ("A=b\nA=c", 2),
            ("\n\n\n!", 4), ("export A", 1), ("A='x\ny'\nB", 3), ("A=a\0b", 1), ("A='a\0b'", 1),
            ("-A=b", 1), (#"A="b\""#, 1), ("A=`b", 1), ("export\nA=b", 1),
        ])
    func malformed(text: String, line: Int) {
        let error = #expect(throws: KeychainError.self) { try Self.parse(text) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix("line \(line) ") == true, "\(error?.message ?? "")")
    }

    @Test("P10: a message about a bad line does not show its value")
    func noValue() {
        for text in ["A='hunter2", "A='b'hunter2", "hunter2", "A=hunter2\nA=hunter2"] {
            let error = #expect(throws: KeychainError.self) { try Self.parse(text) }
            #expect(error?.message.contains("hunter2") == false)
        }
    }

    @Test("Bytes of a value need not be text")
    func bytes() throws {
        let entries = try ([0x41, 0x3d, 0xff, 0xfe] as [UInt8]).withRawBytes {
            (bytes) throws(KeychainError) in try DotEnvParser.parse(bytes)
        }
        #expect(entries.first?.value == SecretBytes([0xff, 0xfe]))
    }

    @Test("A file of many lines keeps their order and line numbers")
    func order() throws {
        let text = (0..<500).map { "K\($0)='\n\($0)'\n" }.joined()
        let entries = try Self.parse(text)
        #expect(entries.map(\.key) == (0..<500).map { "K\($0)" })
        #expect(entries.map(\.line) == (0..<500).map { $0 * 2 + 1 })
    }
}
