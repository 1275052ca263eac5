/// Each promise that the code keeps so far has tests that bear its name.
enum PromiseRule {
    static let kept = ["P1", "P2", "P3", "P4", "P5", "P6", "P8", "P9", "P10", "P11", "P12"]

    /// The promises without a test among the given files.
    ///
    /// A name counts only in `@Test("P1: …")`.
    static func missing(in tests: [(path: String, text: String)]) -> [String] {
        kept.filter { promise in !tests.contains { $0.text.contains("@Test(\"\(promise): ") } }
    }
}
