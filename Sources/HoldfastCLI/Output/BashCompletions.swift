/// The completion script for bash, made from the tables.
enum BashCompletions {
    static func script(_ commands: [CommandDeclaration]) -> String {
        let groups = Dictionary(grouping: commands.filter { $0.words.count == 2 }) { $0.words[0] }
        var lines = [
            "# bash completions for holdfast; made by 'holdfast completions bash'",
            "_holdfast_names() {",
            "    local name",
            "    while IFS= read -r -d '' name; do",
            "        [[ $name == \"$cur\"* ]] && COMPREPLY+=(\"$(printf %q \"$name\")\")",
            "    done < <(holdfast ls --null \"${place[@]}\" 2>/dev/null)",
            "}",
            "_holdfast() {",
            "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}",
            "    local command='' words='' count=0 index word place=()",
            "    COMPREPLY=()",
            "    for ((index = 1; index < COMP_CWORD; index++)); do",
            "        word=${COMP_WORDS[index]}",
            "        case $word in",
            "            --) [[ $command == run ]] && { COMPREPLY=($(compgen -c -- \"$cur\")); return; } ;;",
            "            \(valueOptions(commands)))",
            "                [[ $word == --service || $word == --vault ]] &&",
            "                    place+=(\"$word\" \"${COMP_WORDS[index+1]}\")",
            "                ((index++)) ;;",
            "            -*) ;;",
            "            *) if [[ -z $command ]]; then command=$word",
        ]
        for (group, _) in groups.sorted(by: { $0.key < $1.key }) {
            lines.append(
                "               elif [[ $command == \(group) ]]; then command=\"\(group) $word\"")
        }
        lines += [
            "               else ((count++)); fi ;;",
            "        esac",
            "    done",
            "    case $prev in",
        ]
        lines += optionValues(commands)
        lines += ["    esac", "    case $command in"]
        lines.append("        '') words='\(firstWords(commands)) \(shared)' ;;")
        for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
            lines.append(
                "        \(group)) words='\(members.map { $0.words[1] }.joined(separator: " "))' ;;"
            )
        }
        for command in commands { lines += self.command(command) }
        lines += [
            "    esac",
            "    COMPREPLY+=($(compgen -W \"$words\" -- \"$cur\"))",
            "}",
            "complete -F _holdfast holdfast",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let shared =
        OptionDeclaration.shared.map { "--\($0.name)" }.joined(separator: " ")

    private static func firstWords(_ commands: [CommandDeclaration]) -> String {
        var seen: [String] = []
        for command in commands where !seen.contains(command.words[0]) {
            seen.append(command.words[0])
        }
        return seen.joined(separator: " ")
    }

    private static func options(_ commands: [CommandDeclaration]) -> [OptionDeclaration] {
        var seen: [OptionDeclaration] = []
        for option in commands.flatMap(\.options) where option.valueName != nil {
            if !seen.contains(where: { $0.name == option.name }) { seen.append(option) }
        }
        return seen
    }

    private static func valueOptions(_ commands: [CommandDeclaration]) -> String {
        options(commands).map { "--\($0.name)" }.joined(separator: " | ")
    }

    private static func optionValues(_ commands: [CommandDeclaration]) -> [String] {
        options(commands).map { option in
            let reply =
                switch option.completion {
                case .nothing: "return"
                case .file: "COMPREPLY=($(compgen -f -- \"$cur\")); return"
                case .directory: "COMPREPLY=($(compgen -d -- \"$cur\")); return"
                case .choices(let choices):
                    "COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$cur\")); return"
                }
            return "        --\(option.name)) \(reply) ;;"
        }
    }

    private static func command(_ command: CommandDeclaration) -> [String] {
        let options = command.options.map { "--\($0.name)" }.joined(separator: " ")
        var lines = ["        '\(command.name)') words='\(options)'"]
        for (index, argument) in command.arguments.enumerated() {
            let test = "            [[ $cur != -* && $count == \(index) ]] &&"
            switch argument.completion {
            case .nothing: break
            case .itemName: lines.append("\(test) { _holdfast_names; return; }")
            case .file: lines.append("\(test) { COMPREPLY=($(compgen -f -- \"$cur\")); return; }")
            case .choices(let choices):
                lines.append("\(test) words='\(choices.joined(separator: " "))'")
            }
        }
        return lines + ["            ;;"]
    }
}
