/// Behaviours that differ between builds or could not be confirmed, with their other value.
extension AndroidMatrix {
    private static let utils =
        "AOSP frameworks/base android/security/keystore2/KeyStoreCryptoOperationUtils.java"
    private static let old = "AOSP frameworks/base android/security/KeyStore.java"

    static let knobCases: [AndroidCase] = [
        AndroidCase(
            "knob-locked-not-mapped", .assumed, utils, 35...36,
            profile: profile {
                $0.isDirectBootAware = true
                $0.mapsLockedToUserNotAuthenticated = false
            },
            given: [.makes(.perUseBiometric), .seals, .event(.reboot), .launches],
            when: [.uses], then: [.invalidKey(2)]),
        AndroidCase(
            "knob-locked-mapped", .source, utils, 35...36, profile: directBoot,
            given: [.makes(.perUseBiometric), .seals, .event(.reboot), .launches],
            when: [.uses], then: [.userNotAuthenticated]),
        AndroidCase(
            "knob-empty-biometrics-look-usable", .source, utils,
            profile: profile { $0.emptyBiometricsLookUsable = true },
            given: [.makes(.perUseBiometric), .seals, .event(.removeAllFingers)],
            when: [.begins, .authenticates(.confirms), .finishes],
            then: [.works, .number(11), .blockSize(-26)]),
        AndroidCase(
            "knob-empty-biometrics-look-dead", .source, utils,
            profile: profile { $0.emptyBiometricsLookUsable = false },
            given: [.makes(.perUseBiometric), .seals, .event(.removeAllFingers)],
            when: [.begins], then: [.permanentlyInvalidated]),
        AndroidCase(
            "knob-old-keystore-remembers-removal", .source, old, 23...30,
            profile: profile { $0.oldKeystoreRemembersRemoval = true },
            given: [.makes(.timeBound), .seals, .event(.removePasscode)],
            when: [.asksForKey, .event(.setPasscode), .asksForKey],
            then: [
                .thrown("UnrecoverableKeyException", nil), .works,
                .thrown("UnrecoverableKeyException", nil),
            ]),
        AndroidCase(
            "knob-old-keystore-forgets-removal", .source, old, 23...30,
            given: [.makes(.timeBound), .seals, .event(.removePasscode)],
            when: [.asksForKey, .uses], then: [.yes, .permanentlyInvalidated]),
        AndroidCase(
            "knob-forced-reset-removes", .assumed, utils, 35...36,
            profile: profile { $0.forcedResetRemovesKeys = true },
            given: [.makes(.timeBound), .seals, .event(.forcePasscodeReset)],
            when: [.asksForKey, .uses], then: [.no, .permanentlyInvalidated]),
        AndroidCase(
            "knob-forced-reset-keeps-what-nobody-opens", .source, utils, 35...36,
            given: [.makes(.timeBound), .seals, .event(.forcePasscodeReset)],
            when: [.asksForKey, .uses, .event(.lock), .event(.unlock), .uses],
            then: [.yes, .userNotAuthenticated, .works, .works, .userNotAuthenticated]),
        AndroidCase(
            "knob-strongbox-agrees-not", .assumed,
            "AOSP hardware/interfaces/security/keymint, StrongBox", 31...36,
            profile: profile { $0.strongBoxAgrees = false },
            when: [.makes(.agreementStrongBox)], then: [.provider(-4)]),
        AndroidCase(
            "knob-strongbox-agrees", .assumed,
            "AOSP hardware/interfaces/security/keymint, StrongBox", 31...36,
            when: [.makes(.agreementStrongBox), .uses], then: [.works, .works]),
        AndroidCase(
            "knob-not-made-for-direct-boot", .documented,
            "developer.android.com/privacy-and-security/direct-boot",
            given: [.makes(.plain), .event(.reboot)], when: [.launches], then: [.cannotRun]),
    ]
}
