import HoldfastAndroid

/// Keys that need a person, in use.
extension AndroidMatrix {
    private static let userAuth = "AOSP system/security/keystore2/tests/user_auth.rs"
    private static let enforcements = "AOSP system/security/keystore2/src/enforcements.rs"
    private static let builder =
        "developer.android.com/reference/android/security/keystore/KeyGenParameterSpec.Builder"

    static let useCases = joined(perUseCases, timeBoundCases)

    private static let perUse: [AndroidStep] = [.makes(.perUseBiometric), .seals]

    private static let perUseCases: [AndroidCase] = [
        AndroidCase(
            "use-perUseBiometric-confirmed", .documented, builder, given: perUse + [.begins],
            when: [.authenticates(.confirms), .finishes], then: [.works, .works]),
        AndroidCase(
            "use-perUseBiometric-unasked", .tested, userAuth, given: perUse + [.begins],
            when: [.finishes], then: [.blockSize(-26)]),
        AndroidCase(
            "use-perUseBiometric-cancelled", .documented, builder, given: perUse + [.begins],
            when: [.authenticates(.cancels), .finishes], then: [.number(13), .blockSize(-26)]),
        AndroidCase(
            "use-perUseBiometric-once", .tested, userAuth, given: perUse + [.begins],
            when: [.authenticates(.confirms), .finishes, .usesWithoutPrompt],
            then: [.works, .works, .blockSize(-26)]),
        // A token for no operation, or for another one, carries another challenge.
        AndroidCase(
            "use-perUseBiometric-other-challenge", .tested, userAuth, given: perUse,
            when: [.prompts(.biometricStrong, .confirms), .usesWithoutPrompt],
            then: [.works, .blockSize(-26)]),
        AndroidCase(
            "use-perUseBiometric-after-unlock", .tested, userAuth,
            given: perUse + [.event(.lock), .event(.unlock)], when: [.usesWithoutPrompt],
            then: [.blockSize(-26)]),
        AndroidCase(
            "use-perUseBiometric-locked", .documented, builder,
            given: perUse + [.event(.lock), .begins],
            when: [.authenticates(.confirms), .finishes], then: [.number(5), .blockSize(-26)]),
        AndroidCase(
            "use-perUseCredential-passcode", .documented, builder, 30...36,
            given: [.makes(.perUseCredential), .seals, .begins],
            when: [.authenticates(.entersPasscode), .finishes], then: [.works, .works]),
        AndroidCase(
            "use-perUseAnyone-fallback", .documented, builder, 30...36,
            given: [.makes(.perUseAnyone), .seals, .begins],
            when: [.authenticates(.choosesFallback), .finishes], then: [.works, .works]),
        AndroidCase(
            "use-perUseAnyone-finger", .documented, builder, 30...36,
            given: [.makes(.perUseAnyone), .seals, .begins],
            when: [.authenticates(.confirms), .finishes], then: [.works, .works]),
        AndroidCase(
            "use-signingPerUse-confirmed", .documented, builder,
            given: [.makes(.signingPerUse)], when: [.uses, .usesWithoutPrompt],
            then: [.works, .thrown("SignatureException", -26)]),
    ]

    private static let timeBound: [AndroidStep] = [.makes(.timeBound), .seals]

    private static let timeBoundCases: [AndroidCase] = [
        AndroidCase(
            "use-timeBound-at-the-boundary", .tested, userAuth,
            given: timeBound + [.event(.timePasses(10))], when: [.uses], then: [.works]),
        AndroidCase(
            "use-timeBound-after-the-boundary", .tested, userAuth,
            given: timeBound + [.event(.timePasses(11))], when: [.uses],
            then: [.userNotAuthenticated]),
        AndroidCase(
            "use-timeBound-unlock-counts", .documented, builder,
            given: timeBound + [.event(.timePasses(11)), .event(.lock), .event(.unlock)],
            when: [.uses], then: [.works]),
        AndroidCase(
            "use-timeBound-finger-unlock-counts", .documented, builder,
            given: timeBound + [
                .event(.timePasses(11)), .event(.lock),
                .event(.android(.unlock(.strongBiometric))),
            ], when: [.uses], then: [.works]),
        AndroidCase(
            "use-timeBound-weak-unlock-counts-not", .source, enforcements,
            given: timeBound + [
                .event(.timePasses(11)), .event(.lock),
                .event(.android(.unlock(.weakBiometric))),
            ], when: [.uses], then: [.userNotAuthenticated]),
        AndroidCase(
            "use-timeBound-prompt-counts", .documented, builder, 30...36,
            given: timeBound + [.event(.timePasses(11))],
            when: [.prompts(.deviceCredential, .entersPasscode), .uses], then: [.works, .works]),
        AndroidCase(
            "use-timeBound-set-clock-back", .source, enforcements,
            given: timeBound + [.event(.clockSet(-3600)), .event(.timePasses(11))],
            when: [.uses], then: [.userNotAuthenticated]),
        AndroidCase(
            "use-timeBoundBiometric-pin-unlock-counts-not", .documented, builder, 30...36,
            given: [
                .makes(.timeBoundBiometric), .event(.timePasses(11)), .event(.lock),
                .event(.unlock),
            ],
            when: [.seals, .prompts(.biometricStrong, .confirms), .seals, .uses],
            then: [.userNotAuthenticated, .works, .works, .works]),
        AndroidCase(
            "use-timeBoundBiometric-finger-unlock-counts", .documented, builder, 30...36,
            given: [
                .makes(.timeBoundBiometric), .event(.lock),
                .event(.android(.unlock(.strongBiometric))),
            ], when: [.seals, .uses], then: [.works, .works]),
        // Its sensor's identity is gone, but the key is not removed: nobody can satisfy it.
        AndroidCase(
            "use-timeBoundBiometric-finger-added", .source,
            "AOSP frameworks/base android/security/keystore2/KeyStoreCryptoOperationUtils.java",
            31...36,
            given: [
                .makes(.timeBoundBiometric), .prompts(.biometricStrong, .confirms), .seals,
                .event(.enrolFinger),
            ],
            when: [.prompts(.biometricStrong, .confirms), .uses],
            then: [.works, .userNotAuthenticated]),
        AndroidCase(
            "use-timeBoundBiometric-finger-added", .source,
            "AOSP frameworks/base android/security/KeyStore.java", 30...30,
            given: [
                .makes(.timeBoundBiometric), .prompts(.biometricStrong, .confirms), .seals,
                .event(.enrolFinger),
            ],
            when: [.prompts(.biometricStrong, .confirms), .uses],
            then: [.works, .permanentlyInvalidated]),
    ]
}
