/// Whoever calls a function that can throw reads there what it throws.
///
/// swift-format's own rule does
/// not look at one-line comments, so this one does.
enum DocumentationRule {
    private static let callable: Set = ["func", "init", "subscript", "var"]

    static func findings(in source: SourceText) -> [Finding] {
        source.declarations
            .filter { callable.contains($0.kind) && $0.isVisible && $0.canThrow }
            .filter { !$0.documentation.contains { $0.trimmed.hasPrefix("- Throws:") } }
            .map { source.finding($0.line, "\($0.kind) \($0.name) throws and does not say what") }
    }
}
