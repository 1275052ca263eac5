/// The hard bars; where good code lies is much lower and a matter of review.
enum SizeRule {
    static let maximumFileLineCount = 450
    static let maximumFunctionLineCount = 80

    static func findings(in source: SourceText) -> [Finding] {
        let lineCount = source.raw.last == "" ? source.raw.count - 1 : source.raw.count
        let tooLong =
            lineCount > maximumFileLineCount
            ? [source.finding(-1, "\(lineCount) lines; at most \(maximumFileLineCount)")] : []
        return tooLong + functionFindings(source)
    }

    private static func functionFindings(_ source: SourceText) -> [Finding] {
        source.declarations.filter { ["func", "init", "deinit", "subscript"].contains($0.kind) }
            .map { ($0, $0.lastLine - $0.line + 1) }
            .filter { $0.1 > maximumFunctionLineCount }
            .map { source.finding($0.0.line, "a function of \($0.1) lines") }
    }
}
