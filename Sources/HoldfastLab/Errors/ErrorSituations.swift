public import HoldfastCore

/// How every code of the catalogue comes about on each platform that has it.
public enum ErrorSituations {
    /// All situations, in the catalogue's order, iOS before Android.
    public static let all: [ErrorSituation] = {
        let unsorted =
            [iOSPrompts, iOSDevice, iOSItems, iOSMoments, iOSSetUp]
            + [androidPrompts, androidDevice, androidItems, androidMoments, androidSetUp]
        let situations = unsorted.flatMap(\.self)
        return ErrorCatalogue.entries.flatMap { entry in
            situations.filter { $0.code == entry.code }
        }
    }()

    /// The codes that a platform never answers with.
    ///
    /// - Note: `LAPublicDefines.h` for iOS; `BiometricConstants.java` of AOSP for Android.
    public static let absences: [ErrorAbsence] = [
        ErrorAbsence(
            platform: .iOS, code: .lockoutPermanent, reason: "iOS has one level of lock-out"),
        ErrorAbsence(
            platform: .iOS, code: .noActivity, reason: "the system shows prompts by itself"),
        ErrorAbsence(
            platform: .android, code: .userFallback,
            reason: "the prompt's other button is its cancel button"),
        ErrorAbsence(
            platform: .android, code: .missingUsageDescription,
            reason: "an app need not say why it asks for a face"),
    ]

    /// The situations of a code on a platform.
    ///
    /// - Parameters:
    ///   - code: any code.
    ///   - platform: which phone.
    /// - Returns: in the order in which they are listed; empty where ``absences`` says why.
    public static func of(
        _ code: KeychainError.Code, on platform: PhoneSystem
    ) -> [ErrorSituation] {
        all.filter { $0.code == code && $0.platform == platform }
    }

    /// The coverage as text: a line for each code and platform, with what brings it about.
    public static var table: String {
        var lines: [String] = []
        for entry in ErrorCatalogue.entries {
            for platform in PhoneSystem.allCases {
                let code = entry.code.rawValue.padded(to: 26)
                let name = platform.description.padded(to: 8)
                lines.append("\(code)\(name)\(cell(entry.code, platform))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cell(_ code: KeychainError.Code, _ platform: PhoneSystem) -> String {
        let situations = of(code, on: platform).map { situation in
            situation.origin == .injected ? "injected: \(situation.words)" : situation.words
        }
        if !situations.isEmpty { return situations.joined(separator: "; ") }
        let absence = absences.first { $0.code == code && $0.platform == platform }
        return absence.map { "never: \($0.reason)" } ?? "NOTHING"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
