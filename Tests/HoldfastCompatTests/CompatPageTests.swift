import CrashSupport
import HoldfastCompat
import HoldfastLab
import Testing

/// The code that docs/compat.md shows is code that is compiled and run.
@Suite struct CompatPageTests {
    @Test("the example of docs/compat.md is the one that runs below")
    func isShown() throws {
        let example = try PageExample(
            of: "docs/compat.md", region: "example",
            in: "Tests/HoldfastCompatTests/CompatPageTests.swift")
        #expect(
            example.shown == "import HoldfastCompat  // was: import KeychainAccess\n\n"
                + example.compiled)
    }

    @Test("the example stores a token and gives the one before")
    func runs() throws {
        let keychain = Keychain(service: "com.example.app", in: MemoryStore())
        #expect(try renew("one", keychain) == nil)
        #expect(try renew("two", keychain) == "one")
    }
}

// region: example
func renew(_ token: String, _ keychain: Keychain) throws -> String? {
    let old = try keychain["token"]
    try keychain.accessibility(.afterFirstUnlock).set(token, key: "token")
    return old
}
// endregion
