import Testing

/// The pages beside the code: their form, their links, and that nothing names a machine.
@Suite("Pages")
struct PageTests {
    private static func page(_ path: String) throws -> Markdown {
        Markdown(path: path, text: try Repository.text(path))
    }

    private static func plant(_ text: String, path: String = "docs/a.md") -> Markdown {
        Markdown(path: path, text: text)
    }

    @Test("Decisions are numbered without gaps and have their form")
    func decisions() throws {
        let paths = try Repository.files(under: "docs/decisions", suffix: ".md")
        let findings = try paths.flatMap { PageRule.decisionFindings(try Self.page($0)) }
        #expect(findings.isEmpty, "\(listing(findings))")
        let numbers = paths.map { Int($0.split(separator: "/").last?.prefix(4) ?? "") }
        #expect(numbers == Array(1...max(1, paths.count)))
    }

    @Test("A planted decision without its form is found")
    func plantedDecision() {
        let good =
            "# 0001. A\n\nStatus: accepted\nDate: 2026-01-01\n\n## Question\n## Options\n"
            + "## Outcome\n## What would change this\n"
        let path = "docs/decisions/0001-a.md"
        #expect(PageRule.decisionFindings(Self.plant(good, path: path)).isEmpty)
        let long = good + String(repeating: "\n", count: 60)
        #expect(PageRule.decisionFindings(Self.plant(long, path: path)).count == 1)
        #expect(
            PageRule.decisionFindings(Self.plant(good, path: "docs/decisions/1-A.md")).count == 2)
        #expect(PageRule.decisionFindings(Self.plant("# A\n", path: path)).count == 7)
    }

    @Test("Every C library has a complete row in docs/dependencies.md")
    func dependencies() throws {
        let libraries = Set(
            try Repository.files(under: "Sources/CLibraries").map {
                String($0.split(separator: "/")[2])
            }
        ).subtracting(["CLinux"])
        let page = try Self.page("docs/dependencies.md")
        let findings = PageRule.dependencyFindings(page, libraries: libraries.sorted())
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test("A planted library without a row, and a row with a hole, are found")
    func plantedDependency() {
        let text = "## Libraries\n|a|b|c|d|e|f|g|\n|-|-|-|-|-|-|-|\n|`CA`|b|c||e|f|g|\n"
        let findings = PageRule.dependencyFindings(Self.plant(text), libraries: ["CB"])
        #expect(findings.count == 3)
    }

    @Test("Changelog entries say for users what changed")
    func changelog() throws {
        let paths = try Repository.files(under: "changelog", suffix: ".md")
            .filter { $0 != "changelog/TEMPLATE.md" }
        let findings = try paths.flatMap { PageRule.changelogFindings(try Self.page($0)) }
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test(
        "A planted changelog entry without its form is found",
        arguments: [
            ("Bugfix: it works\n\nIt did not, now it does.\n", 0),
            ("Fixed stuff\n\nIt did not.\n", 1), ("Security: a\nb\n", 1), ("", 2),
        ])
    func plantedChangelog(text: String, count: Int) {
        #expect(PageRule.changelogFindings(Self.plant(text)).count == count)
    }

    @Test("Every link inside the repository leads somewhere")
    func links() throws {
        let pages = try Repository.files(suffix: ".md").map(Self.page)
        let anchors = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.anchors) })
        let findings = pages.flatMap { page in
            PageRule.linkFindings(page, exists: Repository.exists) { anchors[$0] ?? [] }
        }
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test("Planted links that lead nowhere are found")
    func plantedLinks() {
        let text = "[a](b.md) [c](../x.md#y-z) [d](#here)\n`[e](no.md)` [f](https://a.b/c)\n"
        let found = PageRule.linkFindings(
            Self.plant(text), exists: { $0 == "x.md" || $0 == "docs/a.md" },
            anchors: { $0 == "x.md" ? ["y-z"] : [] })
        #expect(found.map(\.what) == ["b.md leads nowhere", "#here leads nowhere"])
    }

    @Test("Every path of the tree that a page names is there")
    func namedPaths() throws {
        // A decision is of its day and is not edited when a file moves.
        let pages = try Repository.files(suffix: ".md").map(Self.page)
            .filter { !$0.path.hasPrefix("docs/decisions/") }
        let findings = pages.flatMap { PageRule.pathFindings($0, exists: Repository.exists) }
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test("A planted path that is not there is found")
    func plantedNamedPath() {
        let page = Self.plant("`Sources/A.swift` `Sources/B.swift` `Sources/<C>.swift` `swift b`\n")
        let found = PageRule.pathFindings(page) { $0 == "Sources/A.swift" }
        #expect(found.map(\.what) == ["Sources/B.swift is not there"])
    }

    @Test("No file names a path of somebody's machine")
    func paths() throws {
        let isForeign = { (path: String) in path.contains("/Vectors/") && !path.hasSuffix(".md") }
        let findings = try Repository.files().filter { !isForeign($0) }.flatMap {
            PathRule.findings(path: $0, text: try Repository.text($0))
        }
        #expect(findings.isEmpty, "\(listing(findings))")
    }

    @Test("Planted machine paths are found, paths of the system are not")
    func plantedPaths() {
        let bad = ["/wo" + "rk/x", "a=/ho" + "me/me/x", "'/tmp" + "/wt'", "../" + "shared/x"]
        for text in bad { #expect(PathRule.findings(path: "a", text: text).count == 1, "\(text)") }
        let good = [
            "/etc/machine-id", "/run/user", "a.b/wo" + "rk/c", "/ho" + "me/<name>/", "/tmp/x",
        ]
        for text in good { #expect(PathRule.findings(path: "a", text: text).isEmpty, "\(text)") }
    }

    @Test("Each promise that the code keeps has a test that bears its name")
    func promises() throws {
        let tests = try Repository.files(under: "Tests", suffix: ".swift")
            .filter { !$0.hasPrefix("Tests/RepositoryTests/") }
            .map { (path: $0, text: try Repository.text($0)) }
        let missing = PromiseRule.missing(in: tests)
        #expect(missing.isEmpty, "no test is named after \(missing)")
    }

    @Test("The list of promises calls planned what is not kept yet, and nothing else")
    func promiseRows() throws {
        let page = try Repository.text("docs/README.md")
        #expect(PromiseRule.falseRows(in: page).isEmpty)
        #expect(page.matches(of: /(?m)^\| P[0-9]+ \|/).count == 12)
        let planted = "| P7 | a *(planned)* |\n| P13 | b |\n"
        #expect(PromiseRule.falseRows(in: planted) == ["P7", "P13"])
    }

    @Test("A promise that is only mentioned has no test")
    func plantedPromise() {
        let text = "// P1: \n@Test(\"P10: a\") func a() {}\n@Test(\"about P2: b\") func b() {}"
        let missing = PromiseRule.missing(in: [(path: "a.swift", text: text)])
        #expect(missing == PromiseRule.kept.filter { $0 != "P10" })
    }

    @Test("README shows the two commands for a fresh machine, in at most 200 lines")
    func readme() throws {
        let text = try Repository.text("README.md")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.contains("make demo") || lines.contains { $0.hasPrefix("make demo ") })
        #expect(lines.contains("make test") || lines.contains { $0.hasPrefix("make test ") })
        #expect(lines.count <= 201)
    }

    @Test(
        "The map and the guide stay short enough to be read",
        arguments: [
            ("ARCHITECTURE.md", 300), ("CONTRIBUTING.md", 150),
        ])
    func lengths(path: String, maximum: Int) throws {
        let text = try Repository.text(path)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= maximum + 1)
    }
}
