/// What is known of how Android phones treat an app's keys, as cases that a simulated phone passes.
///
/// Each case names where it is known from and how surely. What is not known is a field of
/// ``AndroidProfile``, and both of its values have cases.
public enum AndroidMatrix {
    /// All cases, in the order of their subjects.
    public static let cases: [AndroidCase] = joined(
        beginCases, codeCases, generationCases, useCases, unlockedDeviceCases, eventCases,
        promptCases, backupCases, knobCases)

    /// One line of the grid: a kind of key in a situation, at each API level asked for.
    public struct GridLine: Sendable, Equatable {
        /// The kind of key.
        public let kind: AndroidKeyKind
        /// What happened.
        public let situation: AndroidSituation
        /// What using the key answers, by API level; none where the level cannot make the key.
        public let answers: [Int: AndroidAnswer]
    }

    /// Plays every kind of key through every situation.
    ///
    /// - Parameters:
    ///   - profile: the phone, at whichever API level.
    ///   - apiLevels: the columns.
    ///   - kinds: the kinds of key.
    /// - Returns: a line for each kind and situation, by kind.
    public static func grid(
        _ profile: AndroidProfile = AndroidProfile(),
        apiLevels: [Int] = Array(AndroidProfile.apiLevels),
        kinds: [AndroidKeyKind] = AndroidKeyKind.allCases
    ) -> [GridLine] {
        kinds.flatMap { kind in
            AndroidSituation.allCases.map { situation in
                let levels = apiLevels.filter(kind.apiLevels.contains)
                let answers = levels.map { level in
                    (level, answer(kind, situation, profile, apiLevel: level))
                }
                return GridLine(
                    kind: kind, situation: situation,
                    answers: Dictionary(uniqueKeysWithValues: answers))
            }
        }
    }

    private static func answer(
        _ kind: AndroidKeyKind, _ situation: AndroidSituation, _ profile: AndroidProfile,
        apiLevel: Int
    ) -> AndroidAnswer {
        let run = AndroidRun(profile, apiLevel: apiLevel)
        let before = situation.preparation + [.makes(kind), .seals]
        for step in before {
            let answer = run.perform(step)
            guard answer == .works else { return answer }
        }
        for step in situation.steps { _ = run.perform(step) }
        return run.perform(.uses)
    }

    static func joined(_ parts: [AndroidCase]...) -> [AndroidCase] {
        parts.flatMap { $0 }
    }

    static func profile(_ change: (inout AndroidProfile) -> Void) -> AndroidProfile {
        var profile = AndroidProfile()
        change(&profile)
        return profile
    }

    /// An app that starts before the first unlock, so that what is there then can be seen.
    static let directBoot = profile { $0.isDirectBootAware = true }
}
