/// One case of what Android really does, with where it is known from.
public struct AndroidCase: Sendable {
    /// Names the case: `android-unlockedDevice-lockScreenRemoved-api31-34`.
    public let id: String
    /// How it is known.
    public let mark: MatrixMark
    /// Where: a file of AOSP, a page of developer.android.com, an issue.
    public let source: String
    /// The API levels that it holds for.
    public let apiLevels: ClosedRange<Int>
    /// The phone, at whichever API level.
    public let profile: AndroidProfile
    /// What comes before; all of it works.
    public let given: [AndroidStep]
    /// What is done.
    public let when: [AndroidStep]
    /// What each step of ``when`` is answered.
    public let then: [AndroidAnswer]

    /// Writes a case down.
    ///
    /// - Parameters:
    ///   - id: names the case; a range of API levels that is not all of them is added to it.
    ///   - mark: how it is known.
    ///   - source: where it is known from.
    ///   - apiLevels: the API levels that it holds for.
    ///   - profile: the phone; its own API level does not count.
    ///   - given: what comes before; all of it works.
    ///   - when: what is done.
    ///   - then: what each step of `when` is answered.
    public init(
        _ id: String, _ mark: MatrixMark, _ source: String,
        _ apiLevels: ClosedRange<Int> = AndroidProfile.apiLevels,
        profile: AndroidProfile = AndroidProfile(), given: [AndroidStep] = [],
        when: [AndroidStep], then: [AndroidAnswer]
    ) {
        let suffix =
            apiLevels == AndroidProfile.apiLevels
            ? "" : "-api\(apiLevels.lowerBound)-\(apiLevels.upperBound)"
        self.id = "android-" + id + suffix
        self.mark = mark
        self.source = source
        self.apiLevels = apiLevels
        self.profile = profile
        self.given = given
        self.when = when
        self.then = then
    }

    /// Plays the case on a simulated phone of each of its API levels.
    ///
    /// - Returns: where the phone differs from the case first, in words; `nil` if it never does.
    public func mismatch() -> String? {
        apiLevels.lazy.compactMap(mismatch).first
    }

    private func mismatch(apiLevel: Int) -> String? {
        let run = AndroidRun(profile, apiLevel: apiLevel)
        for (index, step) in given.enumerated() {
            let answer = run.perform(step)
            guard answer != .works, answer != .yes else { continue }
            return "API \(apiLevel): step \(index + 1) of what is given: \(answer)"
        }
        guard when.count == then.count else { return "an answer for each step is missing" }
        for (step, wanted) in zip(when, then) {
            let answer = run.perform(step)
            guard answer != wanted else { continue }
            return "API \(apiLevel): \(step): \(answer) instead of \(wanted)"
        }
        return nil
    }
}

extension AndroidCase: CustomStringConvertible {
    /// The name of the case.
    public var description: String { id }
}
