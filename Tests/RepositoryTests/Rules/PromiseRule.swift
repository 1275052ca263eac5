/// Each promise that the code keeps so far has tests that bear its name.
enum PromiseRule {
    static let kept = ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12"]

    /// The promises that a page's table calls planned although they are kept, or the other way round.
    static func falseRows(in page: String) -> [String] {
        page.split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /^\| (P[0-9]+) \|/) else { return nil }
            let name = String(match.1)
            return line.contains("*(planned)*") == kept.contains(name) ? name : nil
        }
    }

    /// The promises without a test among the given files.
    ///
    /// A name counts only in `@Test("P1: …")`.
    static func missing(in tests: [(path: String, text: String)]) -> [String] {
        kept.filter { promise in !tests.contains { $0.text.contains("@Test(\"\(promise): ") } }
    }
}
