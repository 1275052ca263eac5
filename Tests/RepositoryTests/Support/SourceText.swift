/// A Swift file in which code, comments and the contents of strings are told apart, so that a rule
/// about code is not tripped by a word in a comment, nor fooled by one.
///
/// `code` and `comments` have the lines and columns of `raw`; what belongs to the other is blank.
/// Bare regular expression literals are not recognised; no file of ours has any.
struct SourceText {
    let path: String
    let raw: [String]
    let code: [String]
    let comments: [String]

    init(path: String, text: String) {
        var lexer = Lexer(text)
        lexer.run()
        self.path = path
        raw = Self.lines(Array(text.utf8))
        code = Self.lines(lexer.code)
        comments = Self.lines(lexer.comments)
    }

    /// The name of the module that the file belongs to, `Sources/<module>/…`.
    var module: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    var fileName: String { String(path.split(separator: "/").last ?? "") }

    func finding(_ index: Int, _ what: String) -> Finding {
        Finding(path: path, line: index + 1, what: what)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Walks over the bytes once; a stack of modes follows interpolations into strings and back.
private struct Lexer {
    private enum Mode {
        case code(parentheses: Int)
        case string(hashes: Int, quotes: Int)
    }

    private let bytes: [UInt8]
    private(set) var code: [UInt8]
    private(set) var comments: [UInt8]
    private var modes: [Mode] = [.code(parentheses: 0)]
    private var at = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        code = bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
        comments = code
    }

    mutating func run() {
        while at < bytes.count {
            switch modes[modes.count - 1] {
            case .code(let parentheses): stepInCode(parentheses)
            case .string(let hashes, let quotes): stepInString(hashes, quotes)
            }
        }
    }

    private mutating func stepInCode(_ parentheses: Int) {
        if starts("//") { return takeLineComment() }
        if starts("/*") { return takeBlockComment() }
        if let opening = openingOfString() {
            modes.append(.string(hashes: opening.hashes, quotes: opening.quotes))
            return take(opening.hashes + opening.quotes)
        }
        switch bytes[at] {
        case UInt8(ascii: "("): modes[modes.count - 1] = .code(parentheses: parentheses + 1)
        case UInt8(ascii: ")"):
            if parentheses == 0, modes.count > 1 {
                modes.removeLast()
            } else {
                modes[modes.count - 1] = .code(parentheses: max(0, parentheses - 1))
            }
        default: break
        }
        take(1)
    }

    private mutating func stepInString(_ hashes: Int, _ quotes: Int) {
        let close = String(repeating: "\"", count: quotes) + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        if starts(close) {
            modes.removeLast()
            take(close.utf8.count)
        } else if starts(escape + "(") {
            at += escape.utf8.count
            take(1)
            modes.append(.code(parentheses: 0))
        } else if starts(escape) {
            at += escape.utf8.count + 1
        } else {
            // A line end inside a one-line string means that the text does not compile.
            if bytes[at] == UInt8(ascii: "\n"), quotes == 1 { modes.removeLast() }
            at += 1
        }
    }

    private func openingOfString() -> (hashes: Int, quotes: Int)? {
        var end = at
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        let isLong = Array(bytes[end...].prefix(3)) == Array("\"\"\"".utf8)
        return (end - at, isLong ? 3 : 1)
    }

    private mutating func takeLineComment() {
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") {
            comments[at] = bytes[at]
            at += 1
        }
    }

    private mutating func takeBlockComment() {
        var depth = 0
        repeat {
            let isOpening = starts("/*")
            let isClosing = starts("*/")
            depth += isOpening ? 1 : isClosing ? -1 : 0
            for _ in 0..<(isOpening || isClosing ? 2 : 1) {
                comments[at] = bytes[at]
                at += 1
            }
        } while depth > 0 && at < bytes.count
    }

    private mutating func take(_ count: Int) {
        for _ in 0..<count where at < bytes.count {
            code[at] = bytes[at]
            at += 1
        }
    }

    private func starts(_ text: String) -> Bool {
        bytes[at...].starts(with: text.utf8)
    }
}
