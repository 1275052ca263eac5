/// What must be true of a phone before it makes a key.
extension AndroidMatrix {
    private static let sids =
        "AOSP frameworks/base android/security/keystore2/KeyStore2ParameterUtils.java"
    private static let superKey = "AOSP system/security/keystore2/src/super_key.rs"
    private static let builder =
        "developer.android.com/reference/android/security/keystore/KeyGenParameterSpec.Builder"
    private static let noLockScreen = AndroidAnswer.refused(
        "Secure lock screen must be enabled to create keys requiring user authentication")

    private static func noBiometric(_ what: String) -> AndroidAnswer {
        .refused(
            "At least one \(what) must be enrolled to create keys requiring user "
                + "authentication for every use")
    }

    static let generationCases = joined(
        lockScreenCases, biometricCases, superKeyCases, hardwareCases, olderSystemCases)

    private static let lockScreenCases: [AndroidCase] = [
        AndroidKeyKind.timeBound, .perUseBiometric, .perUseBiometricKept, .perUseCredential,
        .unlockedDeviceTimeBound,
    ].map { kind in
        AndroidCase(
            "make-\(kind)-without-lock-screen", .source, sids, kind.apiLevels,
            given: [.event(.removePasscode)], when: [.makes(kind), .asksForKey],
            then: [noLockScreen, .no])
    }

    private static let biometricCases: [AndroidCase] = [
        AndroidCase(
            "make-perUseBiometric-without-biometric", .source, sids, 29...36,
            given: [.event(.removeAllFingers)], when: [.makes(.perUseBiometric)],
            then: [noBiometric("biometric")]),
        AndroidCase(
            "make-perUseBiometric-without-biometric", .source, sids, 23...28,
            given: [.event(.removeAllFingers)], when: [.makes(.perUseBiometric)],
            then: [noBiometric("fingerprint")]),
        AndroidCase(
            "make-perUseBiometricKept-without-biometric", .source, sids, 29...36,
            given: [.event(.removeAllFingers)], when: [.makes(.perUseBiometricKept)],
            then: [noBiometric("biometric")]),
        AndroidCase(
            "make-timeBoundBiometric-without-biometric", .source, sids, 30...36,
            given: [.event(.removeAllFingers)], when: [.makes(.timeBoundBiometric)],
            then: [noBiometric("biometric")]),
        AndroidCase(
            "make-perUseBiometric-with-weak-sensor", .documented,
            "source.android.com/docs/security/features/biometric/measure", 29...36,
            profile: profile { $0.sensor = .weak }, when: [.makes(.perUseBiometric)],
            then: [noBiometric("biometric")]),
        AndroidCase(
            "make-timeBound-without-biometric", .source, sids,
            given: [.event(.removeAllFingers)], when: [.makes(.timeBound), .seals, .uses],
            then: [.works, .works, .works]),
        AndroidCase(
            "make-perUseCredential-without-biometric", .source, sids, 30...36,
            given: [.event(.removeAllFingers)],
            when: [.makes(.perUseCredential), .seals, .uses], then: [.works, .works, .works]),
    ]

    private static let commit = "AOSP system/security commit b0478cfa (Android 15)"

    private static let superKeyCases: [AndroidCase] = [
        AndroidCase(
            "make-timeBound-before-first-unlock", .source, superKey, 31...36,
            profile: directBoot, given: [.event(.reboot), .launches],
            when: [.makes(.timeBound)], then: [.provider(2)]),
        AndroidCase(
            "make-perUseBiometric-before-first-unlock", .source, superKey, 31...36,
            profile: directBoot, given: [.event(.reboot), .launches],
            when: [.makes(.perUseBiometric)], then: [.provider(2)]),
        AndroidCase(
            "make-perUseBiometric-before-first-unlock", .assumed, superKey, 24...30,
            profile: directBoot, given: [.event(.reboot), .launches],
            when: [.makes(.perUseBiometric)], then: [.provider(2)]),
        AndroidCase(
            "make-plain-before-first-unlock", .source, superKey, 24...36, profile: directBoot,
            given: [.event(.reboot), .launches], when: [.makes(.plain), .seals, .uses],
            then: [.works, .works, .works]),
        AndroidCase(
            "make-unlockedDevice-without-lock-screen", .source, commit, 31...34,
            given: [.event(.removePasscode)], when: [.makes(.unlockedDevice), .asksForKey],
            then: [.provider(4), .no]),
        AndroidCase(
            "make-unlockedDevice-without-lock-screen", .source, commit, 35...36,
            given: [.event(.removePasscode)],
            when: [.makes(.unlockedDevice), .seals, .event(.lock), .uses],
            then: [.works, .works, .works, .works]),
        AndroidCase(
            "make-unlockedDevice-without-lock-screen", .documented, builder, 28...30,
            given: [.event(.removePasscode)],
            when: [.makes(.unlockedDevice), .seals, .event(.lock), .uses],
            then: [.works, .works, .works, .works]),
        AndroidCase(
            "make-unlockedDevice-while-locked", .source, superKey, 31...36,
            given: [.event(.lock)],
            when: [.makes(.unlockedDevice), .seals, .event(.unlock), .seals, .uses],
            then: [.works, .invalidKey(-72), .works, .works, .works]),
        AndroidCase(
            "make-replaces", .source, superKey, given: [.makes(.plain), .seals],
            when: [.makes(.plain), .uses, .seals, .uses],
            then: [.works, .thrown("AEADBadTagException", -30), .works, .works]),
    ]

    private static let strongBox =
        "developer.android.com/privacy-and-security/keystore#StrongBoxKeyMint"

    private static let hardwareCases: [AndroidCase] = [
        AndroidCase(
            "make-strongBox", .documented, strongBox, 28...36,
            when: [.makes(.strongBox), .seals, .uses], then: [.works, .works, .works]),
        AndroidCase(
            "make-strongBox-without-strongbox", .documented, strongBox, 33...36,
            profile: profile { $0.hasStrongBox = false },
            when: [.makes(.strongBox), .asksForNumericCode, .asksForKey],
            then: [.thrown("StrongBoxUnavailableException", -68), .number(12), .no]),
        AndroidCase(
            "make-strongBox-without-strongbox", .documented, strongBox, 28...32,
            profile: profile { $0.hasStrongBox = false },
            when: [.makes(.strongBox), .asksForNumericCode],
            then: [.thrown("StrongBoxUnavailableException", -68), .no]),
        AndroidCase(
            "make-signing", .documented, builder, when: [.makes(.signing), .uses],
            then: [.works, .works]),
        AndroidCase(
            "make-agreement", .documented, builder, 31...36, when: [.makes(.agreement), .uses],
            then: [.works, .works]),
    ]

    /// Methods and purposes that the system does not have yet.
    private static let olderSystemCases: [AndroidCase] = [
        AndroidCase(
            "make-agreement-too-early", .documented, builder, 23...30,
            when: [.makes(.agreement)], then: [.thrown("IllegalArgumentException", nil)]),
        AndroidCase(
            "make-unlockedDevice-too-early", .documented, builder, 23...27,
            when: [.makes(.unlockedDevice)], then: [.thrown("NoSuchMethodError", nil)]),
        AndroidCase(
            "make-strongBox-too-early", .documented, builder, 23...27,
            when: [.makes(.strongBox)], then: [.thrown("NoSuchMethodError", nil)]),
        AndroidCase(
            "make-perUseBiometricKept-too-early", .documented, builder, 23...23,
            when: [.makes(.perUseBiometricKept)], then: [.thrown("NoSuchMethodError", nil)]),
        AndroidCase(
            "make-perUseCredential-too-early", .documented, builder, 23...29,
            when: [.makes(.perUseCredential)], then: [.thrown("NoSuchMethodError", nil)]),
        AndroidCase(
            "make-perUseAnyone-too-early", .documented, builder, 23...29,
            when: [.makes(.perUseAnyone)], then: [.thrown("NoSuchMethodError", nil)]),
        AndroidCase(
            "make-timeBoundBiometric-too-early", .documented, builder, 23...29,
            when: [.makes(.timeBoundBiometric)], then: [.thrown("NoSuchMethodError", nil)]),
    ]
}
