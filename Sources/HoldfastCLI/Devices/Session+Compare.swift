import HoldfastCore

extension Session {
    /// Has thirty digits compared: with those of an option, or by the person.
    ///
    /// - Parameters:
    ///   - digits: the digits here.
    ///   - arguments: `--comparison` and `--yes` are looked at.
    ///   - action: what fails otherwise.
    ///   - different: what it means that they differ.
    ///   - advice: what to do then.
    ///   - question: what is asked, before the digits.
    /// - Throws: `DATA_CORRUPTED` if they differ; what a question throws that got no yes.
    func compare(
        _ digits: [String], _ arguments: ParsedArguments, _ action: String, different: String,
        advice: String, asking question: String
    ) async throws(Failure) {
        if let typed = arguments.value(of: .comparison) {
            guard typed.filter({ !" \n\t-".contains($0) }) == digits.joined() else {
                throw Failure(
                    KeychainError(
                        .dataCorrupted, "the digits differ: \(different)", advice: advice), action)
            }
            return
        }
        if arguments.has(.yes) { return }
        try await confirm(
            "\(question) Does it show the digits \(digits.joined(separator: " "))?", action)
    }
}

extension OptionDeclaration {
    static let comparison = Self(
        "comparison", value: "DIGITS", "the thirty digits as the other machine shows them")

    static let wait = Self(
        "wait", value: "SECONDS", "how long to wait for the other device (default: 0)")
}
