/// Names say what a thing is; these words only say that somebody needed a place for code.
enum NameRule {
    private static let empty: Set = [
        "Manager", "Managers", "Helper", "Helpers", "Service", "Services", "Handler", "Handlers",
        "Wrapper", "Wrappers", "Common", "Base", "Util", "Utils", "Utilities", "Misc",
        "Extensions",
    ]
    /// Names that others gave: a freedesktop specification and a library are called so.
    private static let givenByOthers: Set = ["SecretService", "KeyUtils"]
    private static let types: Set = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype",
    ]

    static func findings(in source: SourceText) -> [Finding] {
        pathFindings(source) + typeFindings(source)
    }

    static func isEmptyName(_ name: String) -> Bool {
        guard !givenByOthers.contains(name) else { return false }
        return empty.contains(words(of: name).last ?? "")
    }

    private static func pathFindings(_ source: SourceText) -> [Finding] {
        let parts = source.path.split(separator: "/").map(String.init)
        let names =
            parts.dropLast() + source.fileName.dropLast(6).split(separator: "+").map(String.init)
        return names.filter(isEmptyName).map { source.finding(-1, "the name '\($0)' says nothing") }
    }

    private static func typeFindings(_ source: SourceText) -> [Finding] {
        source.declarations.filter { types.contains($0.kind) && isEmptyName($0.name) }
            .map { source.finding($0.line, "the type name '\($0.name)' says nothing") }
    }

    /// `HTTPRetryHandler` is `HTTP`, `Retry`, `Handler`: a capital before a small letter begins one.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : "A"
            let isFirst = words.isEmpty
            let begins =
                character.isUppercase
                && (next.isLowercase || !characters[max(0, index - 1)].isUppercase)
            if isFirst || begins { words.append("") }
            words[words.count - 1].append(character)
        }
        return words
    }
}
