/// One behaviour of an iPhone's keychain that the simulation has: what is given, what is called, and
/// what the answer must be.
public struct IOSMatrixCase: Sendable, CustomStringConvertible {
    /// Names the case for good: `ios-lock-ak-L-read`.
    public let id: String
    /// How well the behaviour is known of real phones.
    public let mark: MatrixMark
    /// Where it is known from: a file of Apple's published Security source, a document, a report.
    public let source: String
    /// Which phone it is about; open questions are knobs of it.
    public let profile: IOSProfile
    /// What happens first; calls among it must answer as they say.
    public let given: [IOSMatrixStep]
    /// The call in question.
    public let when: IOSMatrixCall
    /// What it must answer.
    public let then: IOSMatrixAnswer

    /// Writes a case down.
    ///
    /// - Parameters:
    ///   - id: names the case for good.
    ///   - mark: how well the behaviour is known of real phones.
    ///   - source: where it is known from.
    ///   - turnKnobs: changes the profile of the phone.
    ///   - given: what happens first.
    ///   - when: the call in question.
    ///   - then: what it must answer.
    public init(
        _ id: String, _ mark: MatrixMark, _ source: String,
        knobs turnKnobs: (inout IOSProfile) -> Void = { _ in }, given: [IOSMatrixStep] = [],
        _ when: IOSMatrixCall, _ then: IOSMatrixAnswer
    ) {
        self.id = id
        self.mark = mark
        self.source = source
        var profile = IOSProfile()
        turnKnobs(&profile)
        self.profile = profile
        self.given = given
        self.when = when
        self.then = then
    }

    /// The case's identifier.
    public var description: String { id }

    /// Plays the case on a new phone.
    ///
    /// - Returns: `nil` if every answer was as it must be, else which was not.
    public func mismatch() async -> String? {
        let stage = IOSMatrixStage(profile)
        for (place, step) in given.enumerated() {
            if let found = await stage.play(step) {
                return "\(id): step \(place + 1) of what is given: \(found)"
            }
        }
        return await stage.check(when, then).map { "\(id): \($0)" }
    }
}
