/// A declaration as far as the house rules need it: what it is, who sees it, where it ends.
struct Declaration {
    let kind: String
    let name: String
    let modifiers: [String]
    /// The code from the keyword to the opening brace or the end of the statement, in one line.
    let signature: String
    /// Index of the line with the keyword.
    let line: Int
    /// Index of the line with the closing brace; the last line of the signature without a body.
    let lastLine: Int
    /// The code between the braces.
    let body: String?
    let documentation: [String]

    var isVisible: Bool { modifiers.contains { ["public", "package", "open"].contains($0) } }

    /// Whether calling it can throw; a closure parameter that may throw does not count.
    var canThrow: Bool {
        if kind == "var" || kind == "subscript" {
            let words = (body ?? "").split { $0.isWhitespace || $0 == "{" || $0 == "(" }
            guard let get = words.firstIndex(of: "get") else { return false }
            return words[get...].prefix(3).contains("throws")
        }
        var depth = 0
        var plain = ""
        for character in signature {
            if character == "(" { depth += 1 }
            if depth == 0 { plain.append(character) }
            if character == ")" { depth -= 1 }
        }
        let beforeResult = plain.split(separator: "->", omittingEmptySubsequences: false)[0]
        return beforeResult.split(separator: " ").contains("throws")
    }
}

extension SourceText {
    /// Every declaration of the file in order.
    ///
    /// Members of a protocol take the protocol's access.
    var declarations: [Declaration] {
        var found: [Declaration] = []
        for index in code.indices {
            guard var next = declaration(at: index) else { continue }
            let owner = found.last { $0.kind == "protocol" && $0.lastLine >= index }
            if let owner, owner.line < index, !next.isVisible, owner.isVisible {
                next = next.adding(owner.modifiers)
            }
            found.append(next)
        }
        return found
    }

    private static let kinds: Set = [
        "func", "init", "deinit", "subscript", "var", "let", "struct", "class", "enum", "actor",
        "protocol", "extension", "typealias", "associatedtype",
    ]
    private static let modifiers: Set = [
        "public", "package", "open", "internal", "private", "fileprivate", "static", "class",
        "final", "override", "mutating", "nonmutating", "nonisolated", "consuming", "borrowing",
        "convenience", "required", "lazy", "weak", "unowned", "indirect", "isolated",
        "distributed", "dynamic", "prefix", "postfix", "infix",
    ]

    private func declaration(at index: Int) -> Declaration? {
        let words = code[index].split(separator: " ").map(String.init)
        var modifiers: [String] = []
        for (position, word) in words.enumerated() {
            let stem = String(word.prefix { $0.isLetter })
            let following = words.dropFirst(position + 1).first ?? ""
            let isModifier =
                Self.modifiers.contains(stem)
                && !(stem == "class" && !Self.isKeyword(following))
            if isModifier {
                modifiers.append(stem)
            } else if Self.kinds.contains(stem) {
                return declaration(kind: stem, rest: word, following, modifiers, index)
            } else if !word.hasPrefix("@") {
                return nil
            }
        }
        return nil
    }

    /// What may follow `class` when it is a modifier: `class func`, `class var`, `class override`.
    private static func isKeyword(_ word: String) -> Bool {
        ["func", "var", "subscript", "override"].contains(word)
    }

    private func declaration(
        kind: String, rest: String, _ following: String, _ modifiers: [String], _ index: Int
    ) -> Declaration? {
        // `init` alone is a keyword, `initial` and `init.` are not declarations.
        let after = rest.dropFirst(kind.count)
        guard
            after.isEmpty
                || (["init", "deinit", "subscript"].contains(kind)
                    && "(<?!".contains(after.first ?? " "))
        else { return nil }
        let extent = extent(from: index, kind: kind)
        let name = following.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return Declaration(
            kind: kind, name: String(name), modifiers: modifiers, signature: extent.signature,
            line: index, lastLine: extent.lastLine, body: extent.body,
            documentation: documentation(above: index))
    }

    /// Walks from the keyword to the end of the signature, and through the body if there is one.
    private func extent(
        from index: Int, kind: String
    ) -> (signature: String, body: String?, lastLine: Int) {
        var signature = ""
        var brackets = 0
        for line in index..<code.count {
            for (offset, character) in code[line].enumerated() {
                if "([".contains(character) { brackets += 1 }
                if ")]".contains(character) { brackets -= 1 }
                if character == "{", brackets == 0 {
                    let body = body(from: line, offset)
                    return (signature, body.text, body.lastLine)
                }
                if character == "=", brackets == 0, kind == "var" || kind == "let" {
                    return (signature, nil, line)
                }
                signature.append(character)
            }
            if brackets == 0, !continues(after: line) { return (signature, nil, line) }
            signature.append(" ")
        }
        return (signature, nil, code.count - 1)
    }

    private func continues(after line: Int) -> Bool {
        let end = code[line].last { !$0.isWhitespace }
        if let end, ",:&>".contains(end) { return true }
        guard let next = code[(line + 1)...].first(where: { !$0.allSatisfy(\.isWhitespace) })
        else { return false }
        let start = next.drop(while: \.isWhitespace)
        return ["throws", "async", "rethrows", "->", "where", "{"].contains(where: start.hasPrefix)
    }

    private func body(from line: Int, _ offset: Int) -> (text: String, lastLine: Int) {
        var depth = 0
        var text = ""
        for current in line..<code.count {
            for character in code[current].dropFirst(current == line ? offset : 0) {
                if character == "}" { depth -= 1 }
                if depth == 0, character == "}" { return (text, current) }
                if depth > 0 { text.append(character) }
                if character == "{" { depth += 1 }
            }
            text.append("\n")
        }
        return (text, code.count - 1)
    }

    private func documentation(above index: Int) -> [String] {
        var found: [String] = []
        for line in raw[..<index].reversed() {
            let text = line.drop(while: \.isWhitespace)
            if text.hasPrefix("///") {
                found.append(String(text.dropFirst(3)))
            } else if !text.hasPrefix("@") {
                break
            }
        }
        return found.reversed()
    }
}

extension Declaration {
    fileprivate func adding(_ more: [String]) -> Declaration {
        Declaration(
            kind: kind, name: name, modifiers: modifiers + more, signature: signature, line: line,
            lastLine: lastLine, body: body, documentation: documentation)
    }
}
