/// One place that breaks a house rule, printed as an editor can jump to it.
struct Finding: Equatable, CustomStringConvertible {
    let path: String
    /// 1 is the first line; 0 means the file as a whole.
    let line: Int
    let what: String

    var description: String { line == 0 ? "\(path): \(what)" : "\(path):\(line): \(what)" }
}

/// The findings as one text, so that a failing test names every place at once.
func listing(_ findings: [Finding]) -> String {
    findings.map(\.description).joined(separator: "\n")
}
