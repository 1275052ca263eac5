/// What is in the tree is finished, speaks only where it is asked to, and picks its platform by file.
enum FinishedRule {
    static func findings(in source: SourceText) -> [Finding] {
        source.raw.indices.flatMap { index in
            marks(source, index) + prints(source, index) + conditions(source, index)
        } + (source.fileName == "Placeholder.swift" ? [source.finding(-1, "a placeholder")] : [])
    }

    private static func marks(_ source: SourceText, _ index: Int) -> [Finding] {
        let words = source.comments[index].split { !$0.isLetter }
        return ["TODO", "FIXME", "XXX", "HACK"].filter { words.contains(Substring($0)) }
            .map { source.finding(index, "\($0): finish it or record it") }
    }

    /// A library that prints is how values reach logs (P10); only the tool talks to its user.
    private static func prints(_ source: SourceText, _ index: Int) -> [Finding] {
        guard source.module != "HoldfastCLI", source.module != "holdfast-tool" else { return [] }
        return ["print(", "debugPrint(", "dump(", "NSLog(", "syslog("].filter { call in
            source.code[index].components(before: call).contains { before in
                !(before.last.map { $0.isLetter || $0.isNumber || "._".contains($0) } ?? false)
                    && !before.hasSuffix("func ")
            }
        }.map { source.finding(index, "\($0)…) in a library") }
    }

    /// swift-format puts a condition inside a body at the body's indentation.
    private static func conditions(_ source: SourceText, _ index: Int) -> [Finding] {
        let line = source.code[index]
        guard line.first?.isWhitespace == true, line.trimmed.hasPrefix("#if") else { return [] }
        return [source.finding(index, "#if inside a body; platforms are told apart by file")]
    }
}

extension StringProtocol {
    /// What precedes each occurrence of `mark`.
    fileprivate func components(before mark: String) -> [String] {
        String(self).split(separator: mark, omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }
}
