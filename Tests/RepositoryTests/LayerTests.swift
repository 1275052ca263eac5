import Testing

@Suite("Layers")
struct LayerTests {
    private let table: LayerTable

    init() throws {
        let page = "ARCHITECTURE.md"
        table = LayerTable(Markdown(path: page, text: try Repository.text(page)))
    }

    @Test("Every import of Sources is one that ARCHITECTURE.md allows, in a file with its name")
    func imports() throws {
        let findings = try Repository.sources().flatMap {
            LayerRule.findings(in: $0, table: table)
        }
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test("The table names the modules that exist, and no others")
    func modules() throws {
        let folders = Set(
            try Repository.files(under: "Sources", suffix: ".swift")
                .map { String($0.split(separator: "/")[1]) })
        #expect(table.modules == folders)
    }

    @Test("A module stands above everything that it imports")
    func order() {
        #expect(table.upwardRows.isEmpty, "\(table.upwardRows)")
    }

    @Test("Sources import no Foundation, which costs the tool half its start-up time")
    func noFoundation() throws {
        let findings = try Repository.sources().flatMap(Self.foundationImports)
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    /// On Apple's systems Foundation is in every process already, and the tool is Linux's.
    private static func foundationImports(_ source: SourceText) -> [Finding] {
        guard source.code.first != "#if canImport(Darwin)" else { return [] }
        return source.imports.filter { $0.name.hasPrefix("Foundation") }
            .filter { $0.name != "FoundationEssentials" }
            .map { source.finding($0.line, "imports \($0.name)") }
    }

    @Test(
        "A planted import is found",
        arguments: [
            ("Sources/HoldfastCore/A.swift", "import HoldfastLinux", 1),
            ("Sources/HoldfastCore/A.swift", "@_exported public import struct Holdfast.A", 1),
            ("Sources/HoldfastCore/A+OpenSSL.swift", "internal import COpenSSL", 1),
            (
                "Sources/HoldfastCrypto/A.swift", "#if os(Linux)\ninternal import COpenSSL\n#endif",
                1
            ),
            ("Sources/HoldfastCrypto/A+OpenSSL.swift", "internal import COpenSSL", 0),
            ("Sources/HoldfastCrypto/A+Sodium.swift", "internal import COpenSSL", 1),
            ("Sources/HoldfastSQLite/Connection.swift", "internal import CSQLite", 0),
            ("Sources/HoldfastLinux/A.swift", "// import HoldfastCLI\nlet a = \"import X\"", 0),
            ("Sources/Stranger/A.swift", "let a = 1", 1),
        ])
    func planted(path: String, text: String, count: Int) {
        let findings = LayerRule.findings(in: SourceText(path: path, text: text), table: table)
        #expect(findings.count == count, "\(listing(findings))")
    }

    @Test("A planted Foundation import is found")
    func plantedFoundation() {
        let text = "import FoundationEssentials\npublic import Foundation\nimport FoundationXML"
        let source = SourceText(path: "Sources/HoldfastCLI/A.swift", text: text)
        #expect(Self.foundationImports(source).map(\.line) == [2, 3])
        let fallback = "import FoundationEssentials\n#else\nimport Foundation\n#endif\n"
        let both = SourceText(path: source.path, text: fallback + "import Foundation")
        #expect(Self.foundationImports(both).map(\.line) == [5])
    }

    @Test("A table that lets a lower module import a higher one is refused")
    func plantedOrder() {
        let page = """
            ## Layers
            | row | module | holds | imports of ours | outside |
            | --- | --- | --- | --- | --- |
            | up | `A` | a | – | – |
            | down | `B` | b | `A` | – |
            """
        #expect(LayerTable(Markdown(path: "a.md", text: page)).upwardRows.count == 1)
    }
}
