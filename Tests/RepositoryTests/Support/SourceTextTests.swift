import Testing

@Suite("Reading Swift files")
struct SourceTextTests {
    @Test("Comments and the contents of strings are not code")
    func parts() {
        let source = SourceText(
            path: "Sources/M/A.swift",
            text: #"""
                let a = "try! // \(b + "x{") y" // why {
                /* try! /* nested */ still */ let c = 1
                """#)
        #expect(source.code[0] == #"let a = "         (b + "  ")  "         "#)
        #expect(source.comments[0].hasSuffix("// why {"))
        #expect(source.code[1].contains("let c = 1"))
        #expect(!source.code.joined().contains("try!"))
        #expect(source.comments[1].contains("still"))
    }

    @Test("Raw and multi-line strings end where they end")
    func longStrings() {
        let text = "let a = #\"x\"y\\\"#\nlet b = \"\"\"\n  import Foo\n  \"\"\"\nimport Bar\n"
        let source = SourceText(path: "a.swift", text: text)
        #expect(!source.code.joined().contains("import Foo"))
        #expect(source.code[4] == "import Bar")
    }

    @Test("A declaration has its modifiers, its doc comment and its end")
    func declarations() throws {
        let source = SourceText(
            path: "a.swift",
            text: """
                /// One.
                /// - Throws: never
                @inlinable
                public static func one(
                    _ body: () throws -> Void
                ) async
                    throws(Bad) -> Int
                {
                    let inner = { 1 }
                    return inner()
                }
                package protocol P {
                    func two() throws
                    var three: Int { get throws }
                    func four(_ body: () throws -> Int) -> () throws -> Int
                }
                """)
        let found = source.declarations
        let one = try #require(found.first { $0.name == "one" })
        #expect(one.modifiers == ["public", "static"])
        #expect(one.documentation.count == 2)
        #expect(one.line == 3)
        #expect(one.lastLine == 10)
        let visible = found.filter { $0.isVisible && $0.canThrow }.map(\.name)
        #expect(visible == ["one", "two", "three"])
        #expect(found.first { $0.name == "four" }?.canThrow == false)
    }
}
