/// Where the compiler is told to look away, a sentence must say why that is right.
enum ProofRule {
    /// A sentence, not a word: fewer say that something was done, not why.
    private static let wordsOfASentence = 4

    static func findings(in source: SourceText) -> [Finding] {
        source.code.indices.flatMap { index in
            forcedTries(source, index) + droppedErrors(source, index)
                + uncheckedClaims(source, index)
        }
    }

    private static func forcedTries(_ source: SourceText, _ index: Int) -> [Finding] {
        source.code[index].contains("try!") ? [source.finding(index, "try! is not allowed")] : []
    }

    private static func droppedErrors(_ source: SourceText, _ index: Int) -> [Finding] {
        guard source.code[index].contains("try?") else { return [] }
        let comment = source.comments[index].trimmed + " " + source.commentAbove(index)
        if isSentence(comment) { return [] }
        return [source.finding(index, "try? without a comment that says why no error is lost")]
    }

    private static func uncheckedClaims(_ source: SourceText, _ index: Int) -> [Finding] {
        ["@unchecked Sendable", "nonisolated(unsafe)", "@unsafe"].compactMap { claim in
            guard source.code[index].contains(claim) else { return nil }
            let comment = source.commentAbove(source.statementStart(of: index))
            if isSentence(comment) { return nil }
            return source.finding(index, "\(claim) without a proof in the comment above it")
        }
    }

    private static func isSentence(_ comment: String) -> Bool {
        comment.split(separator: " ").filter { $0.contains(where: \.isLetter) }.count
            >= wordsOfASentence
    }
}

extension SourceText {
    /// The comment that ends in the line directly above.
    fileprivate func commentAbove(_ index: Int) -> String {
        let above = comments[..<index].reversed().prefix { $0.trimmed.hasPrefix("//") }
        return above.reversed().joined(separator: " ")
    }

    /// A declaration may begin some lines earlier: attributes, or a list of conformances.
    fileprivate func statementStart(of index: Int) -> Int {
        var start = index
        while start > 0 {
            let line = code[start - 1].trimmed
            let isPartOfIt = line.hasPrefix("@") || line.hasSuffix(",") || line.hasSuffix(":")
            guard isPartOfIt else { break }
            start -= 1
        }
        return start
    }
}
