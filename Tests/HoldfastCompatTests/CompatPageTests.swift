import FoundationEssentials
import HoldfastCompat
import HoldfastLab
import Testing

/// The code that docs/compat.md shows is code that is compiled and run.
@Suite struct CompatPageTests {
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    @Test("the example of docs/compat.md is the one that runs below")
    func isShown() throws {
        let page = try String(contentsOfFile: Self.root + "/docs/compat.md", encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let shown = try #require(between("```swift\n", "```", in: page))
        let body = try #require(between("// region: example\n", "// endregion", in: source))
        #expect(shown == "import HoldfastCompat  // was: import KeychainAccess\n\n" + body)
    }

    @Test("the example stores a token and gives the one before")
    func runs() throws {
        let keychain = Keychain(service: "com.example.app", in: MemoryStore())
        #expect(try renew("one", keychain) == nil)
        #expect(try renew("two", keychain) == "one")
    }

    private func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start),
            let last = text[first.upperBound...].firstRange(of: end)
        else { return nil }
        return String(text[first.upperBound..<last.lowerBound])
    }
}

// region: example
func renew(_ token: String, _ keychain: Keychain) throws -> String? {
    let old = try keychain["token"]
    try keychain.accessibility(.afterFirstUnlock).set(token, key: "token")
    return old
}
// endregion
