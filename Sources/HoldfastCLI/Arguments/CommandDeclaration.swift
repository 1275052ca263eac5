/// One command as a table: help, manual page, completions, parser and usage errors are made of it.
struct CommandDeclaration: Sendable {
    /// One word of a command line that is no option.
    struct Argument: Sendable {
        /// As it stands in a usage line: `NAME`.
        let name: String
        /// Half a sentence, no capital, no full stop.
        let summary: String
        /// Whether it may be left out.
        let isOptional: Bool
        /// What a shell offers for it.
        let completion: Completion

        /// Where a shell finds what it offers.
        enum Completion: Sendable, Equatable {
            case nothing
            case itemName
            case file
            case choices([String])
        }

        init(
            _ name: String, _ summary: String, isOptional: Bool = false,
            completion: Completion = .nothing
        ) {
            self.name = name
            self.summary = summary
            self.isOptional = isOptional
            self.completion = completion
        }
    }

    /// A command line and what it is for.
    struct Example: Sendable {
        let line: String
        let purpose: String

        init(_ line: String, _ purpose: String) {
            self.line = line
            self.purpose = purpose
        }
    }

    /// One word, or two for a command of a group: `passcode set`.
    let name: String
    /// Half a sentence, no capital, no full stop.
    let summary: String
    /// Paragraphs of plain text.
    let discussion: [String]
    let arguments: [Argument]
    /// The command's own options; the shared ones come by themselves.
    let ownOptions: [OptionDeclaration]
    /// Whether `-- COMMAND [ARG…]` ends the line.
    let takesProgram: Bool
    /// Whether every word behind the name is for another program, which knows what it means.
    let handsOn: Bool
    let examples: [Example]
    /// Left out of help, manual and completions.
    let isHidden: Bool

    init(
        _ name: String, _ summary: String, discussion: [String] = [], arguments: [Argument] = [],
        options: [OptionDeclaration] = [], takesProgram: Bool = false, handsOn: Bool = false,
        examples: [Example] = [], isHidden: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.ownOptions = options
        self.takesProgram = takesProgram
        self.handsOn = handsOn
        self.examples = examples
        self.isHidden = isHidden
    }

    /// All options that the command takes; what another program is given means nothing here.
    var options: [OptionDeclaration] {
        handsOn ? [.help, .version] : ownOptions + OptionDeclaration.shared
    }

    /// Whether it asks for a recovery phrase, which somebody may try to give as words.
    var takesPhrase: Bool { words.first == "phrase" || words.first == "backup" }

    /// The words of its name.
    var words: [String] { name.split(separator: " ").map(String.init) }

    /// The line that shows how it is called.
    var usage: String {
        if handsOn { return "holdfast \(name) [options of that program]" }
        var parts = ["holdfast \(name)", "[options]"]
        parts += arguments.map { $0.isOptional ? "[\($0.name)]" : $0.name }
        if takesProgram { parts.append("-- COMMAND [ARG...]") }
        return parts.joined(separator: " ")
    }
}

extension CommandDeclaration.Argument {
    static let itemName = Self(
        "NAME", "the item's name: 1 to 256 characters, compared by code points",
        completion: .itemName)
}
