import FoundationEssentials
import Testing

/// The code that `docs/new-backend.md` shows is code that is compiled and run.
@Suite struct NewBackendPageTests {
    @Test("docs/new-backend.md shows the test file of the store in memory")
    func snippet() throws {
        let page = try text("docs/new-backend.md")
        let source = try text("Tests/ConformanceTests/MemoryStoreConformanceTests.swift")
        let shown = try #require(between("```swift\n", "```", in: page))
        let compiled = try #require(between("// region: backend\n", "// endregion", in: source))
        #expect(shown == compiled)
    }

    private func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start),
            let last = text[first.upperBound...].firstRange(of: end)
        else { return nil }
        return String(text[first.upperBound..<last.lowerBound])
    }

    private func text(_ path: String, from source: String = #filePath) throws -> String {
        let root = "/" + source.split(separator: "/").dropLast(3).joined(separator: "/")
        return try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }
}
