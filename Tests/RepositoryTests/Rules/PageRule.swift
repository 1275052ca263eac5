/// The form of decisions, dependencies and changelog entries, and links that lead somewhere.
enum PageRule {
    static let maximumDecisionLineCount = 60
    static let changelogKinds = ["Data at risk", "Security", "Change", "Enhancement", "Bugfix"]
    private static let decisionSections = [
        "Question", "Options", "Outcome", "What would change this",
    ]

    static func decisionFindings(_ page: Markdown) -> [Finding] {
        var faults: [String] = []
        let name = page.path.split(separator: "/").last ?? ""
        let number = name.prefix(4)
        let slug = name.dropFirst(4).dropLast(3)
        let isNamed =
            number.count == 4 && number.allSatisfy(\.isNumber) && slug.hasPrefix("-")
            && slug.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
        if !isNamed { faults.append("is named NNNN-title-with-dashes.md") }
        if page.headings.first?.hasPrefix("\(number). ") != true {
            faults.append("opens with '# \(number). …'")
        }
        for key in ["Status: ", "Date: "] where !page.prose.contains(where: { $0.hasPrefix(key) }) {
            faults.append("has a line '\(key)…'")
        }
        for section in decisionSections where !page.headings.contains(section) {
            faults.append("has a section '\(section)'")
        }
        let lineCount = page.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        if lineCount > maximumDecisionLineCount {
            faults.append("has at most 60 lines, not \(lineCount)")
        }
        return faults.map { Finding(path: page.path, line: 0, what: "a decision " + $0) }
    }

    /// One row for each C library, every cell filled.
    static func dependencyFindings(_ page: Markdown, libraries: [String]) -> [Finding] {
        let rows = page.rows(under: "Libraries")
        let named = Set(rows.flatMap { $0.first?.codeSpans ?? [] })
        let missing = libraries.filter { !named.contains($0) }.map { "no row for \($0)" }
        let strangers = named.subtracting(libraries).sorted().map { "\($0) is not in CLibraries" }
        let empty = rows.filter { $0.contains("") || $0.count != 7 }
            .map { "the row of \($0.first ?? "") is not complete" }
        return (missing + strangers + empty).map { Finding(path: page.path, line: 0, what: $0) }
    }

    /// `Kind: what changed`, an empty line, then sentences for users.
    static func changelogFindings(_ page: Markdown) -> [Finding] {
        let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
        var faults: [String] = []
        if !changelogKinds.contains(where: { lines[0].hasPrefix($0 + ": ") }) {
            faults.append("begins with one of \(changelogKinds)")
        }
        if lines.count < 3 || !lines[1].isEmpty || lines[2].isEmpty {
            faults.append("has an empty second line, then what it means for a user")
        }
        return faults.map { Finding(path: page.path, line: 0, what: "a changelog entry " + $0) }
    }

    /// Links inside the repository whose file or heading is not there.
    static func linkFindings(
        _ page: Markdown, exists: (String) -> Bool, anchors: (String) -> Set<String>
    ) -> [Finding] {
        page.links.compactMap { index, target in
            if target.contains("://") || target.hasPrefix("mailto:") { return nil }
            let parts = target.split(separator: "#", omittingEmptySubsequences: false)
            let file = parts[0].isEmpty ? page.path : resolve(String(parts[0]), from: page.path)
            let leads =
                exists(file) && (parts.count == 1 || anchors(file).contains(String(parts[1])))
            return leads
                ? nil : Finding(path: page.path, line: index + 1, what: "\(target) leads nowhere")
        }
    }

    /// Paths of the tree that a page names in backticks and that are not there.
    static func pathFindings(_ page: Markdown, exists: (String) -> Bool) -> [Finding] {
        let roots = ["Sources/", "Tests/", "Scripts/", "docs/", "changelog/", "Benchmarks/"]
        return page.prose.enumerated().flatMap { index, line in
            line.codeSpans
                .filter { span in roots.contains(where: span.hasPrefix) }
                // `<Verb>Command.swift` and `*.md` stand for many.
                .filter { span in !span.contains { "<*… ".contains($0) } && !exists(span) }
                .map { Finding(path: page.path, line: index + 1, what: "\($0) is not there") }
        }
    }

    private static func resolve(_ target: String, from page: String) -> String {
        var parts =
            target.hasPrefix("/") ? [] : page.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return target
            }
        }
        return parts.joined(separator: "/")
    }
}
