import HoldfastAndroid

/// Biometric prompts: their numbers, what refuses them, and lock-outs.
extension AndroidMatrix {
    private static let constants =
        "AOSP frameworks/base android/hardware/biometrics/BiometricConstants.java"
    private static let preAuth =
        "AOSP frameworks/base com/android/server/biometrics/PreAuthInfo.java"
    private static let manager =
        "developer.android.com/reference/androidx/biometric/BiometricManager"
    private static let strong = KeySpec.Authenticators.biometricStrong
    private static let credential = KeySpec.Authenticators.deviceCredential
    private static let anyone: KeySpec.Authenticators = [strong, credential]

    static let promptCases = joined(
        actionCases, refusalCases, lockoutCases, canAuthenticateCases, injectedPromptCases)

    private static func acts(
        _ action: PersonAction, _ authenticators: KeySpec.Authenticators,
        on levels: ClosedRange<Int> = AndroidProfile.apiLevels, _ answer: AndroidAnswer,
        _ mark: MatrixMark = .source, knob: String = "",
        profile: AndroidProfile = AndroidProfile()
    ) -> AndroidCase {
        let who =
            authenticators == strong
            ? "strong" : authenticators == credential ? "credential" : "any"
        return AndroidCase(
            "prompt-\(who)-\(action)\(knob)", mark, constants, levels, profile: profile,
            when: [.prompts(authenticators, action)], then: [answer])
    }

    private static let actionCases: [AndroidCase] = [
        acts(.confirms, strong, .works), acts(.confirms, credential, on: 30...36, .works),
        acts(.confirms, anyone, on: 30...36, .works), acts(.cancels, strong, .number(13)),
        acts(.cancels, credential, on: 30...36, .number(10)),
        acts(.cancels, anyone, on: 30...36, .number(10)),
        acts(.choosesFallback, strong, .number(13)),
        acts(.choosesFallback, anyone, on: 30...36, .works),
        acts(.entersPasscode, anyone, on: 30...36, .works),
        acts(.entersPasscode, credential, on: 30...36, .works),
        acts(.entersPasscode, strong, .number(3), .assumed),
        acts(.failsBiometry, strong, .number(7)),
        acts(.failsBiometry, anyone, on: 30...36, .number(3), .assumed),
        acts(.goesHome, strong, on: 23...35, .number(5)),
        acts(.goesHome, strong, on: 36...36, .number(10), .reported),
        acts(
            .goesHome, strong, on: 36...36, .number(5), .assumed, knob: "-as-before",
            profile: profile { $0.goingHomeCancels = false }),
        acts(.isInterrupted, strong, .number(5)), acts(.locksPhone, strong, .number(5)),
        acts(.waits, strong, .number(3)),
    ]

    private static func refuses(
        _ what: String, _ authenticators: KeySpec.Authenticators,
        on levels: ClosedRange<Int> = AndroidProfile.apiLevels, _ answer: AndroidAnswer,
        profile: AndroidProfile = AndroidProfile(), given: [AndroidStep] = []
    ) -> AndroidCase {
        AndroidCase(
            "prompt-\(what)", .source, preAuth, levels, profile: profile, given: given,
            when: [.prompts(authenticators, .confirms)], then: [answer])
    }

    private static let refusalCases: [AndroidCase] = [
        refuses("no-sensor", strong, .number(12), profile: profile { $0.sensor = .none }),
        refuses("weak-sensor", strong, .number(12), profile: profile { $0.sensor = .weak }),
        refuses(
            "sensor-unavailable", strong, .number(1), profile: profile { $0.sensor = .unavailable }
        ),
        refuses(
            "security-update", strong, .number(15),
            profile: profile { $0.sensor = .needsSecurityUpdate }),
        refuses("none-enrolled", strong, .number(11), given: [.event(.removeAllFingers)]),
        refuses(
            "no-credential", credential, on: 30...36, .number(14), given: [.event(.removePasscode)]),
        refuses(
            "no-lock-screen", anyone, on: 30...36, .number(14), given: [.event(.removePasscode)]),
        refuses(
            "none-enrolled-credential", anyone, on: 30...36, .works,
            given: [.event(.removeAllFingers)]),
        refuses("locked", strong, .number(5), given: [.event(.lock)]),
        AndroidCase(
            "prompt-in-the-background", .source,
            "androidx.biometric.BiometricPrompt, which needs a FragmentActivity",
            given: [.event(.background)], when: [.prompts(strong, .confirms)],
            then: [.number(BiometricNumber.noActivity.rawValue)]),
        AndroidCase(
            "prompt-credential-too-early", .source, "androidx.biometric AuthenticatorUtils",
            23...29, when: [.prompts(credential, .confirms)], then: [.number(-2)]),
        AndroidCase(
            "prompt-anyone-unsupported", .source, "androidx.biometric AuthenticatorUtils", 28...29,
            when: [.prompts(anyone, .confirms)], then: [.number(-2)]),
    ]

    private static let lockoutCases: [AndroidCase] = {
        let failing = AndroidStep.prompts(strong, .failsBiometry)
        let confirming = AndroidStep.prompts(strong, .confirms)
        let noLift = profile { $0.liftsLockoutInPrompt = false }
        let lift = profile { $0.liftsLockoutInPrompt = true }
        return [
            AndroidCase(
                "lockout-half-a-minute", .source, constants,
                when: [
                    failing, confirming, .event(.timePasses(29)), confirming,
                    .event(.timePasses(1)), confirming,
                ],
                then: [.number(7), .number(7), .works, .number(7), .works, .works]),
            AndroidCase(
                "lockout-on-the-lock-screen", .source, constants,
                given: [.event(.failedAttempts(5))], when: [confirming], then: [.number(7)]),
            AndroidCase(
                "lockout-four-are-none", .source, constants,
                given: [.event(.failedAttempts(4))], when: [confirming, failing],
                then: [.works, .number(7)]),
            AndroidCase(
                "lockout-permanent", .reported,
                "AOSP LockoutFrameworkImpl, MAX_FAILED_ATTEMPTS_LOCKOUT_PERMANENT",
                given: [.event(.failedAttempts(20)), .event(.timePasses(3600))],
                when: [confirming, .event(.lock), .event(.unlock), confirming],
                then: [.number(9), .works, .works, .works]),
            AndroidCase(
                "lockout-permanent-other-count", .reported,
                "AOSP LockoutFrameworkImpl, MAX_FAILED_ATTEMPTS_LOCKOUT_PERMANENT",
                profile: profile { $0.permanentLockoutAttempts = 10 },
                given: [.event(.failedAttempts(10)), .event(.timePasses(3600))],
                when: [confirming], then: [.number(9)]),
            AndroidCase(
                "lockout-is-no-problem-of-the-manager", .source, preAuth,
                given: [.event(.failedAttempts(20))], when: [.canAuthenticate(strong)],
                then: [.works]),
            AndroidCase(
                "lockout-credential-lifts", .source, preAuth, 30...36,
                given: [.event(.failedAttempts(20))],
                when: [.prompts(anyone, .entersPasscode), confirming], then: [.works, .works]),
            AndroidCase(
                "lockout-lifted-in-the-prompt", .assumed, "not confirmed on a device", 35...36,
                given: [.event(.failedAttempts(20))],
                when: [confirming, .prompts(strong, .entersPasscode), confirming],
                then: [.number(9), .works, .works]),
            AndroidCase(
                "lockout-not-lifted-in-the-prompt", .assumed, "not confirmed on a device", 35...36,
                profile: noLift, given: [.event(.failedAttempts(20))],
                when: [.prompts(strong, .entersPasscode), confirming],
                then: [.number(9), .number(9)]),
            AndroidCase(
                "lockout-not-lifted-in-the-prompt", .source, preAuth, 23...34,
                given: [.event(.failedAttempts(5))],
                when: [.prompts(strong, .entersPasscode), confirming],
                then: [.number(7), .number(7)]),
            AndroidCase(
                "lockout-lifted-in-the-prompt", .assumed, "not confirmed on a device", 23...34,
                profile: lift, given: [.event(.failedAttempts(5))],
                when: [.prompts(strong, .entersPasscode), confirming], then: [.works, .works]),
            AndroidCase(
                "lockout-no-finger-unlocks", .documented,
                "source.android.com/docs/security/features/biometric",
                given: [
                    .event(.failedAttempts(5)), .event(.lock),
                    .event(.android(.unlock(.strongBiometric))),
                ],
                when: [.asksWhetherLocked], then: [.yes]),
        ]
    }()

    private static func can(
        _ what: String, _ authenticators: KeySpec.Authenticators,
        on levels: ClosedRange<Int> = AndroidProfile.apiLevels, _ answer: AndroidAnswer,
        profile: AndroidProfile = AndroidProfile(), given: [AndroidStep] = []
    ) -> AndroidCase {
        AndroidCase(
            "can-authenticate-\(what)", .documented, manager, levels, profile: profile,
            given: given, when: [.canAuthenticate(authenticators)], then: [answer])
    }

    private static let canAuthenticateCases: [AndroidCase] = [
        can("strong", strong, .works), can("credential", credential, on: 30...36, .works),
        can("any", anyone, on: 30...36, .works),
        can("none-enrolled", strong, .number(11), given: [.event(.removeAllFingers)]),
        can("no-sensor", strong, .number(12), profile: profile { $0.sensor = .none }),
        can("weak-sensor", strong, .number(12), profile: profile { $0.sensor = .weak }),
        can("unavailable", strong, .number(1), profile: profile { $0.sensor = .unavailable }),
        can(
            "security-update", strong, .number(15),
            profile: profile { $0.sensor = .needsSecurityUpdate }),
        can(
            "no-credential", credential, on: 30...36, .number(11), given: [.event(.removePasscode)]),
        can(
            "any-none-enrolled", anyone, on: 30...36, .works, given: [.event(.removeAllFingers)]),
        can("credential-too-early", credential, on: 23...29, .number(-2)),
        can("any-unsupported", anyone, on: 28...29, .number(-2)),
    ]

    /// Every number that a prompt can end with, also those that no situation of the simulation has.
    private static let injectedPromptCases: [AndroidCase] = BiometricNumber.promptFailures.map {
        AndroidCase(
            "prompt-number\($0.rawValue)", .source, constants, given: [.fails(.biometric($0))],
            when: [.prompts(strong, .confirms), .prompts(strong, .confirms)],
            then: [.number($0.rawValue), .works])
    }
}
