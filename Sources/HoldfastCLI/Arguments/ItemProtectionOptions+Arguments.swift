import HoldfastCore

extension ItemProtectionOptions {
    /// Takes the options `--use`, `--accessible`, `--access-control` and `--auth-validity`.
    init(_ arguments: ParsedArguments) throws(Failure) {
        let word: UseWord? = try arguments.choice(of: .use)
        self.init(
            use: word?.use, accessibility: try arguments.choice(of: .accessible),
            accessControl: try arguments.choice(of: .accessControl),
            authValiditySeconds: try arguments.number(
                of: .authValidity, in: 0...ItemProtection.maximumAuthValiditySeconds))
        let other = arguments.firstGiven(of: [.accessible, .accessControl, .authValidity])
        if word != nil, let other {
            throw Failure.usage(
                "--use picks the whole protection, so --\(other.name) cannot stand beside it",
                of: arguments.command)
        }
    }
}

/// The words of `--use`.
private enum UseWord: String {
    case background
    case foreground
    case highValue = "high-value"

    var use: KeyUse {
        switch self {
        case .background: .background
        case .foreground: .foreground
        case .highValue: .highValue
        }
    }
}
