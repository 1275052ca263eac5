/// One option of a command, as help, manual, completions and the parser all see it.
struct OptionDeclaration: Sendable {
    /// What a shell offers for the option's value.
    enum Completion: Sendable, Equatable {
        case nothing
        case file
        case directory
        case choices([String])
    }

    /// The name without its dashes.
    let name: String
    /// What stands for the value in a usage line; `nil` for an option without one.
    let valueName: String?
    /// Half a sentence, no capital, no full stop.
    let summary: String
    /// What a shell offers for the value.
    let completion: Completion
    /// Whether it may be given several times.
    let isRepeatable: Bool

    init(
        _ name: String, value valueName: String? = nil, _ summary: String,
        completion: Completion = .nothing, isRepeatable: Bool = false
    ) {
        self.name = name
        self.valueName = valueName
        self.summary = summary
        self.completion = completion
        self.isRepeatable = isRepeatable
    }

    /// As a person types it: `--service S`.
    var synopsis: String {
        valueName.map { "--\(name) \($0)" } ?? "--\(name)"
    }
}
