/// What the rules need of a Markdown page: its headings, tables and links, outside of code blocks.
struct Markdown {
    let path: String
    let text: String

    /// The lines with fenced code blanked, so that line numbers stay.
    var prose: [Substring] {
        var inCode = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isFence = line.drop(while: \.isWhitespace).hasPrefix("```")
            if isFence { inCode.toggle() }
            return isFence || inCode ? "" : line
        }
    }

    var headings: [String] {
        prose.filter { $0.hasPrefix("#") }
            .map { $0.drop { $0 == "#" }.trimmed }
    }

    /// The cells of every table row under the heading, without the header and the rule below it.
    func rows(under heading: String) -> [[String]] {
        guard let start = prose.firstIndex(where: { Self.title(of: $0) == heading }) else {
            return []
        }
        let section = prose[(start + 1)...].prefix { Self.title(of: $0) == nil }
        return Array(section.filter { $0.hasPrefix("|") }.map(Self.cells).dropFirst(2))
    }

    /// Every link target with the index of its line.
    var links: [(line: Int, target: String)] {
        prose.enumerated().flatMap { index, line in
            Self.withoutCodeSpans(line).components(after: "](").map { rest in
                (index, String(rest.prefix { $0 != ")" && $0 != " " }))
            }
        }
    }

    /// The anchors that GitHub makes of the headings.
    var anchors: Set<String> {
        Set(
            headings.map { heading in
                String(
                    heading.lowercased().compactMap { character -> Character? in
                        if character == " " { return "-" }
                        let stays = character.isLetter || character.isNumber
                        return stays || "-_".contains(character) ? character : nil
                    })
            })
    }

    private static func title(of line: Substring) -> String? {
        line.hasPrefix("#") ? line.drop { $0 == "#" }.trimmed : nil
    }

    private static func cells(_ row: Substring) -> [String] {
        row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map(\.trimmed)
    }

    private static func withoutCodeSpans(_ line: Substring) -> String {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined(
                separator: " ")
    }
}

extension StringProtocol {
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(String(start.reversed().drop(while: \.isWhitespace)).reversed())
    }

    /// The names between backticks.
    var codeSpans: [String] {
        split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    /// What follows each occurrence of `mark`.
    func components(after mark: String) -> [String] {
        Array(String(self).split(separator: mark, omittingEmptySubsequences: false).dropFirst())
            .map(String.init)
    }
}
