/// Keys that need an unlocked phone: three ages of the same promise.
extension AndroidMatrix {
    private static let law = "AOSP system/security commits b0478cfa, 6946daa1 (Android 15)"
    private static let setter =
        "developer.android.com/reference/android/security/keystore/KeyGenParameterSpec.Builder"
        + "#setUnlockedDeviceRequired(boolean)"
    private static let given: [AndroidStep] = [.makes(.unlockedDevice), .seals, .event(.lock)]

    static let unlockedDeviceCases = joined(lockedCases, unlockCases, lockRuleCases)

    private static let lockedCases: [AndroidCase] = [
        AndroidCase(
            "unlockedDevice-locked", .tested,
            "AOSP system/security/keystore2/tests/user_auth.rs, test_unlocked_device_required",
            31...36, given: given, when: [.uses, .seals, .event(.unlock), .uses],
            then: [.invalidKey(-72), .invalidKey(-72), .works, .works]),
        AndroidCase(
            "unlockedDevice-locked", .documented, setter, 28...30, given: given,
            when: [.uses, .seals, .event(.unlock), .uses],
            then: [.invalidKey(-72), .works, .works, .works]),
        AndroidCase(
            "unlockedDevice-locked-in-the-middle", .source,
            "AOSP system/security/keystore2/src/enforcements.rs", 28...36,
            given: [.makes(.unlockedDevice), .seals, .begins, .event(.lock)],
            when: [.finishes, .uses], then: [.works, .invalidKey(-72)]),
    ]

    private static func unlocks(
        _ method: AndroidEvent.UnlockMethod, _ levels: ClosedRange<Int>, _ answer: AndroidAnswer,
        knob: String = "", profile: AndroidProfile = AndroidProfile()
    ) -> AndroidCase {
        AndroidCase(
            "unlockedDevice-\(method)\(knob)", .source, law, levels, profile: profile,
            given: given + [.event(.android(.unlock(method)))],
            when: [.asksWhetherLocked, .uses, .event(.lock), .event(.unlock), .uses],
            then: [.no, answer, .works, .works, .works])
    }

    private static let unlockCases = joined(
        weakUnlockCases(.weakBiometric), weakUnlockCases(.trustAgent),
        [
            unlocks(.strongBiometric, 28...36, .works),
            unlocks(
                .strongBiometric, 31...34, .userNotAuthenticated, knob: "-work-profile",
                profile: workProfile),
            unlocks(
                .strongBiometric, 35...36, .works, knob: "-work-profile", profile: workProfile),
        ])

    private static func weakUnlockCases(
        _ method: AndroidEvent.UnlockMethod
    ) -> [AndroidCase] {
        [
            unlocks(method, 28...30, .works),
            unlocks(method, 31...34, .userNotAuthenticated),
            unlocks(method, 35...36, .works),
            unlocks(
                method, 35...36, .userNotAuthenticated, knob: "-not-retained",
                profile: notRetained),
            unlocks(
                method, 35...36, .invalidKey(2), knob: "-not-retained-not-mapped",
                profile: notRetainedNotMapped),
        ]
    }

    private static let workProfile = profile { $0.isWorkProfile = true }
    private static let notRetained = profile { $0.allowsWeakUnlock = false }
    private static let notRetainedNotMapped = profile {
        $0.allowsWeakUnlock = false
        $0.mapsLockedToUserNotAuthenticated = false
    }

    private static let keyguard =
        "developer.android.com/reference/android/app/KeyguardManager#isDeviceLocked()"

    private static let lockRuleCases: [AndroidCase] = [
        AndroidCase(
            "locked-swipe-only", .documented, keyguard,
            given: [.event(.removePasscode), .event(.lock)], when: [.asksWhetherLocked],
            then: [.no]),
        AndroidCase(
            "locked-with-delay", .reported,
            "AOSP CtsVerifier security/UnlockedDeviceRequiredTest, which polls the lock",
            profile: profile { $0.lockDelaySeconds = 5 }, given: [.event(.lock)],
            when: [
                .asksWhetherLocked, .event(.timePasses(4)), .asksWhetherLocked,
                .event(.timePasses(1)), .asksWhetherLocked,
            ], then: [.no, .works, .no, .works, .yes]),
        AndroidCase(
            "unlockedDevice-locked-with-delay", .reported,
            "AOSP CtsVerifier security/UnlockedDeviceRequiredTest, which polls the lock", 28...36,
            profile: profile { $0.lockDelaySeconds = 5 }, given: given,
            when: [.uses, .event(.timePasses(5)), .uses],
            then: [.works, .works, .invalidKey(-72)]),
        AndroidCase(
            "locked-trust-agent", .documented, keyguard,
            profile: profile { $0.isKeptUnlockedByTrustAgent = true }, given: [.event(.lock)],
            when: [.asksWhetherLocked], then: [.no]),
        AndroidCase(
            "locked-after-restart", .documented, keyguard, 24...36, profile: directBoot,
            given: [.event(.reboot), .launches],
            when: [.asksWhetherLocked, .event(.unlock), .asksWhetherLocked],
            then: [.yes, .works, .no]),
        AndroidCase(
            "locked-no-weak-unlock-after-restart", .documented,
            "source.android.com/docs/security/features/biometric", 24...36, profile: directBoot,
            given: [
                .event(.reboot), .launches, .event(.android(.unlock(.strongBiometric))),
                .event(.android(.unlock(.trustAgent))),
            ],
            when: [.asksWhetherLocked], then: [.yes]),
    ]
}
