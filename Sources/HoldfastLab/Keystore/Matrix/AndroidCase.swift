/// One case of what Android really does, with where it is known from.
public struct AndroidCase: Sendable {
    /// How it is known.
    public enum Mark: String, Sendable, CaseIterable {
        /// From the platform's documentation.
        case documented
        /// Read in the platform's source.
        case source
        /// Asserted by the platform's own tests.
        case tested
        /// Reported by developers.
        case reported
        /// Inferred, or not known, or not checked.
        case assumed
    }

    /// Names the case: `android-unlockedDevice-lockScreenRemoved-api31-34`.
    public let id: String
    /// How it is known.
    public let mark: Mark
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

    init(
        _ id: String, _ mark: Mark, _ source: String, _ apiLevels: ClosedRange<Int> = 23...36,
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

    /// Plays the case on a simulated phone.
    ///
    /// - Parameter apiLevel: one of ``apiLevels``.
    /// - Returns: the answers to ``given`` that are no success, and those to ``when``.
    public func run(apiLevel: Int) -> (broken: [AndroidAnswer], answers: [AndroidAnswer]) {
        let run = AndroidRun(profile, apiLevel: apiLevel)
        let broken = given.map(run.perform).filter { $0 != .works && $0 != .yes }
        return (broken, when.map(run.perform))
    }
}
