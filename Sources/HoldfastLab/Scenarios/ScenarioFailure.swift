/// Why a scenario cannot be played: its set-up, or its body without any fault, threw an error.
public struct ScenarioFailure: Error, Sendable, CustomStringConvertible {
    /// What failed, in one line.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
