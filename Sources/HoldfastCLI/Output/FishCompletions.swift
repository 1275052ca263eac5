/// The completion script for fish, made from the tables.
enum FishCompletions {
    static func script(_ commands: [CommandDeclaration]) -> String {
        var lines = [
            "# fish completions for holdfast; made by 'holdfast completions fish'",
            "function __holdfast_names",
            "    holdfast ls --null 2>/dev/null | string split0",
            "end",
            "complete -c holdfast -f",
        ]
        lines += OptionDeclaration.shared.map { option($0, condition: nil) }
        for command in commands where command.words.count == 1 {
            lines.append(
                "complete -c holdfast -n __fish_use_subcommand -a \(command.name)"
                    + " -d \(quoted(command.summary))")
        }
        let groups = Dictionary(grouping: commands.filter { $0.words.count == 2 }) { $0.words[0] }
        for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
            let words = members.map { $0.words[1] }.joined(separator: " ")
            lines.append(
                "complete -c holdfast -n __fish_use_subcommand -a \(group) -d \(quoted(words))")
            for member in members {
                let other =
                    "__fish_seen_subcommand_from \(group); and not"
                    + " __fish_seen_subcommand_from \(words)"
                lines.append(
                    "complete -c holdfast -n \(quoted(other)) -a \(member.words[1])"
                        + " -d \(quoted(member.summary))")
            }
        }
        for command in commands { lines += self.command(command) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func command(_ command: CommandDeclaration) -> [String] {
        let condition = command.words.map { "__fish_seen_subcommand_from \($0)" }
            .joined(separator: "; and ")
        var lines = command.ownOptions.map { option($0, condition: condition) }
        for argument in command.arguments {
            let start = "complete -c holdfast -n \(quoted(condition))"
            switch argument.completion {
            case .nothing: break
            case .itemName: lines.append("\(start) -a '(__holdfast_names)'")
            case .file: lines.append("\(start) -F")
            case .choices(let choices):
                lines.append("\(start) -a \(quoted(choices.joined(separator: " ")))")
            }
        }
        return lines
    }

    private static func option(_ option: OptionDeclaration, condition: String?) -> String {
        var line = "complete -c holdfast"
        if let condition { line += " -n \(quoted(condition))" }
        line += " -l \(option.name)"
        if option.valueName != nil { line += " -r" }
        switch option.completion {
        case .nothing: break
        case .file: line += " -F"
        case .directory: line += " -a '(__fish_complete_directories)'"
        case .choices(let choices): line += " -a \(quoted(choices.joined(separator: " ")))"
        }
        return line + " -d \(quoted(option.summary))"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
            + "'"
    }
}
