import HoldfastCore

/// A command line after the parser has checked it against the command's table.
struct ParsedArguments: Sendable {
    /// The command that was called.
    let command: CommandDeclaration
    /// For each option given, its values in order; flags have empty ones.
    private(set) var values: [String: [String]] = [:]
    /// The words that are no options.
    var words: [String] = []
    /// The program and its arguments behind `--`, as bytes: they are handed on and never read.
    var program: [[UInt8]] = []

    init(command: CommandDeclaration) {
        self.command = command
    }

    mutating func add(_ option: OptionDeclaration, value: String) {
        values[option.name, default: []].append(value)
    }

    /// Whether an option was given.
    func has(_ option: OptionDeclaration) -> Bool { values[option.name] != nil }

    /// The value of an option that can be given once.
    func value(of option: OptionDeclaration) -> String? { values[option.name]?.first }

    /// All values of an option, in order.
    func values(of option: OptionDeclaration) -> [String] { values[option.name] ?? [] }

    /// The first option of a list that was given, if any was.
    func firstGiven(of options: [OptionDeclaration]) -> OptionDeclaration? {
        options.first { has($0) }
    }

    /// An option's value as a whole number.
    func number<Number: FixedWidthInteger>(
        of option: OptionDeclaration, in range: ClosedRange<Number>
    ) throws(Failure) -> Number? {
        guard let text = value(of: option) else { return nil }
        // Only digits: Number.init also takes a sign.
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Number(text),
            range.contains(number)
        else {
            throw Failure.usage(
                "--\(option.name) takes a number from \(range.lowerBound) to \(range.upperBound)",
                of: command)
        }
        return number
    }

    /// An option's value as one of the words that it offers.
    func choice<Choice: RawRepresentable<String>>(
        of option: OptionDeclaration
    ) throws(Failure) -> Choice? {
        guard let text = value(of: option) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        var offered: [String] = []
        if case .choices(let choices) = option.completion { offered = choices }
        let match = NearMatch.of(text, among: offered).map { ", did you mean \($0)?" } ?? ""
        throw Failure.usage(
            "--\(option.name) does not know \(Quoted.text(text))\(match); it takes one of "
                + offered.joined(separator: ", "),
            of: command)
    }
}
