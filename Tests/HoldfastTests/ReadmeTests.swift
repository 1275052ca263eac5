import FoundationEssentials
import Glibc
import Holdfast
import Testing

/// The code that README.md shows is code that is compiled and run.
@Suite(.serialized) struct ReadmeTests {
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    @Test("the example of README.md is the one that runs below")
    func isShown() throws {
        let page = try String(contentsOfFile: Self.root + "/README.md", encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let shown = try #require(between("```swift\n", "```", in: page))
        let body = try #require(between("// region: example\n", "// endregion", in: source))
        #expect(shown == "import Holdfast\n\n" + body)
    }

    @Test("P1: the example of README.md stores a value and reads it back")
    func example() async throws {
        var template = Array("/tmp/holdfast-readme-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        setenv("HOLDFAST_HOME", folder + "/vault", 1)
        setenv("HOLDFAST_STATE", folder + "/state", 1)
        let token = "secret"
        try await remember(token)
        let store = try DefaultStore.open()
        let key = try ItemKey(service: "com.example.app", account: "refresh-token")
        #expect(try await store.readText(key) == token)
    }

    private func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start),
            let last = text[first.upperBound...].firstRange(of: end)
        else { return nil }
        return String(text[first.upperBound..<last.lowerBound])
    }
}

// region: example
func remember(_ token: String) async throws {
    let store = try DefaultStore.open()
    let key = try ItemKey(service: "com.example.app", account: "refresh-token")
    try await store.write(SecretBytes(utf8: token), for: key, options: .for(.background))

    do {
        let item = try await store.read(key)  // nil means: the store answered, there is none
        print(item?.value.utf8String() == token ? "signed in" : "sign in")
    } catch KeychainError.Code.interactionNotAllowed {
        // Locked, not missing. Keep what you have and come back later.
    }
}
// endregion
