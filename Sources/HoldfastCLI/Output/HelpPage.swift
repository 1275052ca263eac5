/// What `--help` shows, made from the tables.
struct HelpPage {
    private let style: Style
    private static let width = 80

    init(_ style: Style) {
        self.style = style
    }

    /// The page of one command.
    func page(of command: CommandDeclaration) -> String {
        var text = "holdfast \(command.name): \(command.summary)\n\n"
        text += style.strong("Usage:") + " \(command.usage)\n"
        for paragraph in command.discussion {
            text += "\n" + Self.wrapped(paragraph, indentation: 0)
        }
        if !command.arguments.isEmpty {
            text += "\n" + style.strong("Arguments:") + "\n"
            text += Self.table(command.arguments.map { ($0.name, $0.summary) })
        }
        text += "\n" + style.strong("Options:") + "\n"
        text += Self.table(command.options.map { ($0.synopsis, Self.summary(of: $0)) })
        if !command.examples.isEmpty {
            text += "\n" + style.strong("Examples:") + "\n"
            for example in command.examples {
                text += "  \(example.line)\n" + Self.wrapped(example.purpose, indentation: 6)
            }
        }
        return text
    }

    /// The list of all commands, or of a group of them.
    func overview(of commands: [CommandDeclaration]) -> String {
        var text = "holdfast: keeps an app's secrets safe in an encrypted vault\n\n"
        text += style.strong("Usage:") + " holdfast COMMAND [options] [arguments]\n"
        text += "\n" + style.strong("Commands:") + "\n"
        text += Self.table(commands.map { ($0.name, $0.summary) })
        text += "\n" + style.strong("Options of every command:") + "\n"
        text += Self.table(OptionDeclaration.shared.map { ($0.synopsis, Self.summary(of: $0)) })
        text +=
            "\n"
            + Self.wrapped(
                "Exit status: 0 done, 1 no such item, 2 usage, 3 locked, 4 not authenticated, 5 invalid"
                    + " argument, 6 damaged, 7 key invalidated, 8 not available here, 9 busy, conflict"
                    + " or I/O error, 70 internal. 'holdfast COMMAND --help' says more.",
                indentation: 0)
        return text
    }

    /// The summary of an option, with the words that it takes.
    static func summary(of option: OptionDeclaration) -> String {
        var text = option.summary
        if case .choices(let choices) = option.completion {
            text += ": " + choices.joined(separator: ", ")
        }
        return option.isRepeatable ? text + "; can be repeated" : text
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let column = 26
        return rows.map { name, summary in
            let text = wrapped(summary, indentation: column)
            let isShort = name.count + 4 <= column
            let start = "  " + name
            guard isShort else { return start + "\n" + text }
            return start + String(repeating: " ", count: column - start.count)
                + text.dropFirst(column)
        }.joined()
    }

    /// Breaks a paragraph into lines at blanks.
    private static func wrapped(_ paragraph: String, indentation: Int) -> String {
        let blank = String(repeating: " ", count: indentation)
        var (text, line) = ("", "")
        for word in paragraph.split(separator: " ") {
            if !line.isEmpty, indentation + line.count + 1 + word.count > width {
                text += blank + line + "\n"
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return text + blank + line + "\n"
    }
}
