import Testing

/// Each rule over all of Sources, and over planted text, since a rule that cannot fail is none.
@Suite("Rules for Sources")
struct SourceRuleTests {
    private static func plant(_ text: String, path: String = "Sources/M/A.swift") -> SourceText {
        SourceText(path: path, text: text)
    }

    @Test("No name is an empty word")
    func names() throws {
        let findings = try Repository.sources().flatMap(NameRule.findings)
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test(
        "Planted empty names are found",
        arguments: [
            ("struct KeyManager {}", 1), ("public final class HTTPHelper: P {", 1),
            ("enum Utils {}", 1), ("let service = 1", 0), ("struct ServiceTag {}", 0),
            ("struct Database {}", 0), ("// struct KeyManager {}", 0),
        ])
    func plantedTypes(text: String, count: Int) {
        #expect(NameRule.findings(in: Self.plant(text)).count == count)
    }

    @Test(
        "Planted empty file and folder names are found",
        arguments: [
            ("Sources/M/Helpers/A.swift", 1), ("Sources/M/String+Extensions.swift", 1),
            ("Sources/M/SecretService/A.swift", 0), ("Sources/M/ItemKey+Codable.swift", 0),
        ])
    func plantedPaths(path: String, count: Int) {
        #expect(NameRule.findings(in: Self.plant("", path: path)).count == count)
    }

    @Test("Every claim that the compiler cannot check has its proof beside it")
    func proofs() throws {
        let findings = try Repository.sources().flatMap(ProofRule.findings)
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test(
        "Planted claims without a proof are found",
        arguments: [
            ("let a = try! b()", 1), ("let a = \"try! b()\"", 0), ("let a = try? b()", 1),
            ("let a = try? b()  // why", 1),
            ("let a = try? b()  // nil means absent here, nothing else throws", 0),
            ("// Nothing is lost: the caller asks again below.\nlet a = try? b()", 0),
            ("struct A: @unchecked Sendable {}", 1),
            ("/// A thing.\nfinal class A: @unchecked Sendable {}", 1),
            (
                "// The pointer is never written after init.\n@frozen\nstruct A: @unchecked Sendable {}",
                0
            ),
            ("// The lock guards it in every method.\n\nnonisolated(unsafe) var a = 1", 1),
            ("// The lock guards it in every method.\nnonisolated(unsafe) var a = 1", 0),
        ])
    func plantedClaims(text: String, count: Int) {
        #expect(ProofRule.findings(in: Self.plant(text)).count == count)
    }

    @Test("Every visible function that can throw says what and when")
    func documentation() throws {
        let findings = try Repository.sources().flatMap(DocumentationRule.findings)
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test(
        "Planted functions that hide what they throw are found",
        arguments: [
            ("/// Reads.\npublic func a() throws {}", 1), ("package init() throws(E) {}", 1),
            ("/// Reads.\n/// - Throws: `E` never.\npublic func a() throws {}", 0),
            ("func a() throws {}", 0), ("public func a(_ b: () throws -> Int) {}", 0),
            ("public protocol P {\n    /// Reads.\n    func a() async throws(E)\n}", 1),
            ("protocol P {\n    func a() throws\n}", 0),
            ("public var a: Int {\n    get throws(E) { try b() }\n}", 1),
            ("public var a: Int { b }", 0),
        ])
    func plantedThrows(text: String, count: Int) {
        #expect(DocumentationRule.findings(in: Self.plant(text)).count == count)
    }

    @Test("Files and functions stay below the hard bars")
    func sizes() throws {
        let findings = try Repository.sources().flatMap(SizeRule.findings)
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test("A planted long file and a planted long function are found")
    func plantedSizes() {
        let long = String(repeating: "let a = 1\n", count: 451)
        #expect(SizeRule.findings(in: Self.plant(long)).count == 1)
        #expect(SizeRule.findings(in: Self.plant(String(long.dropLast(10)))).isEmpty)
        let body = String(repeating: "    b()\n", count: 78)
        #expect(SizeRule.findings(in: Self.plant("func a() {\n" + body + "}")).isEmpty)
        #expect(SizeRule.findings(in: Self.plant("func a() {\n    b()\n" + body + "}")).count == 1)
    }

    @Test("What is in the tree is finished, quiet, and told apart by file")
    func finished() throws {
        let findings = try Repository.sources().flatMap(FinishedRule.findings)
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test(
        "Planted leftovers are found",
        arguments: [
            ("// TODO: later", 1), ("let todo = \"TODO\"", 0), ("    print(secret)", 1),
            ("sprint(1)\nlet a = b.print(c)\nfunc print(_ a: Int) {}", 0),
            ("func a() {\n    #if os(Linux)\n    b()\n    #endif\n}", 1),
            ("#if os(Linux)\nlet a = 1\n#endif", 0),
        ])
    func plantedLeftovers(text: String, count: Int) {
        #expect(FinishedRule.findings(in: Self.plant(text)).count == count)
    }
}
