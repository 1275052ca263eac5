/// The completion script for zsh, made from the tables.
enum ZshCompletions {
    static func script(_ commands: [CommandDeclaration]) -> String {
        let groups = Dictionary(grouping: commands.filter { $0.words.count == 2 }) { $0.words[0] }
        var lines = [
            "#compdef holdfast",
            "# zsh completions for holdfast; made by 'holdfast completions zsh'",
            "_holdfast_names() {",
            "    local -a names place",
            "    (( ${+opt_args[--service]} )) && place+=(--service \"${opt_args[--service]}\")",
            "    (( ${+opt_args[--vault]} )) && place+=(--vault \"${opt_args[--vault]}\")",
            "    names=(\"${(@0)$(holdfast ls --null \"${place[@]}\" 2>/dev/null)}\")",
            "    compadd -a -- names",
            "}",
            "_holdfast() {",
            "    local context state state_descr line",
            "    typeset -A opt_args",
            "    _arguments -C \\",
        ]
        lines += OptionDeclaration.shared.map { "        \(option($0)) \\" }
        lines += [
            "        '1: :_holdfast_commands' '*:: :->rest'",
            "    [[ $state == rest ]] || return",
            "    case $words[1] in",
        ]
        for command in commands where command.words.count == 1 {
            lines.append("        \(command.name))")
            lines += arguments(of: command, indentation: "            ")
            lines.append("            ;;")
        }
        for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
            lines += self.group(group, members)
        }
        lines += ["    esac", "}", "_holdfast_commands() {", "    local -a commands=("]
        lines += commands.filter { $0.words.count == 1 }.map {
            "        \(quoted("\($0.name):\($0.summary)"))"
        }
        lines += groups.keys.sorted().map { group in
            let members = groups[group, default: []].map { $0.words[1] }.joined(separator: ", ")
            return "        \(quoted("\(group):\(members)"))"
        }
        lines += ["    )", "    _describe command commands", "}", "_holdfast \"$@\""]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func group(_ name: String, _ members: [CommandDeclaration]) -> [String] {
        let words = members.map { $0.words[1] }.joined(separator: " ")
        var lines = [
            "        \(name))",
            "            if (( CURRENT == 2 )); then compadd \(words); return; fi",
            "            shift words; (( CURRENT-- ))",
            "            case $words[1] in",
        ]
        for member in members {
            lines.append("                \(member.words[1]))")
            lines += arguments(of: member, indentation: "                    ")
            lines.append("                    ;;")
        }
        return lines + ["            esac", "            ;;"]
    }

    private static func arguments(
        of command: CommandDeclaration, indentation: String
    ) -> [String] {
        var parts = command.options.map(option)
        for (index, argument) in command.arguments.enumerated() {
            let colons = argument.isOptional ? "::" : ":"
            let action =
                switch argument.completion {
                case .nothing: " "
                case .itemName: "_holdfast_names"
                case .file: "_files"
                case .choices(let choices): "(\(choices.joined(separator: " ")))"
                }
            parts.append(quoted("\(index + 1)\(colons)\(argument.name):\(action)"))
        }
        if command.takesProgram { parts.append("'*:::program:_normal'") }
        let lines = ["_arguments"] + parts.map { "    " + $0 }
        return lines.dropLast().map { indentation + $0 + " \\" }
            + lines.suffix(1).map { indentation + $0 }
    }

    private static func option(_ option: OptionDeclaration) -> String {
        let summary = option.summary.filter { $0 != "[" && $0 != "]" }
        var text = (option.isRepeatable ? "*" : "") + "--\(option.name)"
        guard let valueName = option.valueName else { return quoted("\(text)[\(summary)]") }
        let action =
            switch option.completion {
            case .nothing: " "
            case .file: "_files"
            case .directory: "_directories"
            case .choices(let choices): "(\(choices.joined(separator: " ")))"
            }
        text += "=[\(summary)]:\(valueName):\(action)"
        return quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: "'\\''")
            + "'"
    }
}
