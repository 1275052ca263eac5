/// What is checked when an operation begins, in which order.
extension AndroidMatrix {
    private static let order = "AOSP system/security/keystore2/src/security_level.rs"
    private static let enforcements = "AOSP system/security/keystore2/src/enforcements.rs"
    private static let old = "AOSP frameworks/base keystore/java/android/security/KeyStore.java"

    static let beginCases = joined(orderCases, operationCases)

    private static let orderCases: [AndroidCase] =
        [
            AndroidCase(
                "begin-key-missing", .source, order, 31...36, when: [.begins],
                then: [.permanentlyInvalidated]),
            AndroidCase(
                "begin-key-missing", .source, old, 23...30, when: [.begins],
                then: [.invalidKey(7)]),
            AndroidCase(
                "begin-wrong-purpose", .source, enforcements, 31...36,
                given: [.makes(.agreement)], when: [.begins], then: [.invalidKey(-3)]),
            AndroidCase(
                "begin-plain-before-first-unlock", .source, enforcements, 24...36,
                profile: directBoot, given: [.makes(.plain), .seals, .event(.reboot), .launches],
                when: [.uses], then: [.works]),
            AndroidCase(
                "begin-app-not-running-before-first-unlock", .documented,
                "developer.android.com/privacy-and-security/direct-boot", 24...36,
                given: [.makes(.plain), .seals, .event(.reboot)],
                when: [.launches, .uses, .event(.unlock), .launches, .uses],
                then: [.cannotRun, .cannotRun, .works, .works, .works]),
            // The phone is locked and the key that wraps the row is gone too: the lock answers.
            AndroidCase(
                "begin-lock-before-super-key", .source, order, 31...36, profile: directBoot,
                given: [.makes(.unlockedDevice), .seals, .event(.reboot), .launches],
                when: [.uses], then: [.invalidKey(-72)]),
            // `mapsLockedToUserNotAuthenticated` would show LOCKED; the token is asked for first.
            AndroidCase(
                "begin-timed-token-before-super-key", .source, order, 35...36,
                profile: profile {
                    $0.isDirectBootAware = true
                    $0.mapsLockedToUserNotAuthenticated = false
                },
                given: [.makes(.timeBound), .seals, .event(.reboot), .launches], when: [.uses],
                then: [.userNotAuthenticated]),
            AndroidCase(
                "begin-lock-before-timed-token", .source, enforcements, 31...36,
                given: [
                    .makes(.unlockedDeviceTimeBound), .seals, .event(.timePasses(11)),
                    .event(.lock),
                ],
                when: [.uses, .event(.unlock), .uses], then: [.invalidKey(-72), .works, .works]),
            AndroidCase(
                "begin-super-key-before-key-mint", .source, order, 31...36,
                given: [
                    .makes(.unlockedDevice), .seals, .event(.android(.systemDowngrade)),
                    .event(.unlock), .launches, .event(.lock),
                ],
                when: [.uses, .event(.unlock), .uses],
                then: [.invalidKey(-72), .works, .invalidKey(-33)]),
            AndroidCase(
                "begin-per-use-needs-nobody", .tested,
                "AOSP system/security/keystore2/tests/user_auth.rs, test_auth_bound_per_op",
                31...36, given: [.makes(.perUseBiometric), .seals, .begins],
                when: [.finishes], then: [.blockSize(-26)]),
            AndroidCase(
                "begin-per-use-needs-nobody", .source, old, 23...30,
                given: [.makes(.perUseBiometric), .seals, .begins], when: [.finishes],
                then: [.blockSize(-26)]),
        ]

    private static let pruning =
        "AOSP system/security/keystore2/tests/keystore2_client_operation_tests.rs"

    private static let operationCases: [AndroidCase] = [
        AndroidCase(
            "operations-pruned", .tested, pruning, 31...36, given: [.makes(.plain), .seals],
            when: [.beginsMany(17), .finishes, .uses],
            then: [.works, .blockSize(-28), .works]),
        AndroidCase(
            "operations-fit", .tested, pruning, 31...36, given: [.makes(.plain), .seals],
            when: [.beginsMany(16), .finishes], then: [.works, .works]),
        AndroidCase(
            "operations-pruned-in-strongbox", .source,
            "AOSP system/security/keystore2/src/operation.rs", 31...36,
            given: [.makes(.strongBox), .seals], when: [.beginsMany(5), .finishes],
            then: [.works, .blockSize(-28)]),
        AndroidCase(
            "operations-not-pruned", .tested, pruning, 31...36,
            profile: profile { $0.prunesOperations = false },
            given: [.makes(.plain), .seals], when: [.beginsMany(17)],
            then: [.invalidKey(18)]),
        AndroidCase(
            "operations-not-pruned", .assumed, old, 23...30,
            profile: profile { $0.prunesOperations = false },
            given: [.makes(.plain), .seals], when: [.beginsMany(17)],
            then: [.invalidKey(-31)]),
        AndroidCase(
            "operation-ends-once", .source, "AOSP system/security/keystore2/src/operation.rs",
            given: [.makes(.plain), .seals, .begins, .finishes], when: [.finishes],
            then: [.blockSize(-28)]),
        AndroidCase(
            "remove-twice", .source,
            "AOSP frameworks/base android/security/keystore2/AndroidKeyStoreSpi.java",
            given: [.makes(.plain), .removesKey], when: [.removesKey, .asksForKey],
            then: [.works, .no]),
        AndroidCase(
            "keystore-dies-once", .source,
            "AOSP frameworks/base android/security/KeyStore2.java", 31...36,
            given: [.makes(.plain), .seals, .event(.android(.keystoreDies(times: 1)))],
            when: [.uses], then: [.works]),
        AndroidCase(
            "keystore-dies-twice", .source,
            "AOSP frameworks/base android/security/KeyStore2.java", 31...36,
            given: [.makes(.plain), .seals, .event(.android(.keystoreDies(times: 2)))],
            when: [.uses, .uses], then: [.invalidKey(4), .works]),
        AndroidCase(
            "keystore-dies-once", .assumed, old, 23...30,
            given: [.makes(.plain), .seals, .event(.android(.keystoreDies(times: 1)))],
            when: [.uses, .uses], then: [.invalidKey(4), .works]),
        AndroidCase(
            "keystore-death-ends-operations", .source,
            "AOSP system/security/keystore2/src/operation.rs", 31...36,
            given: [
                .makes(.plain), .seals, .begins, .event(.android(.keystoreDies(times: 1))),
            ],
            when: [.finishes, .uses], then: [.blockSize(-28), .works]),
        AndroidCase(
            "hardware-busy", .source,
            "AOSP frameworks/base android/security/KeyStoreException.java",
            given: [.makes(.plain), .seals, .event(.android(.hardwareIsBusy(calls: 1)))],
            when: [.uses, .uses], then: [.invalidKey(-48), .works]),
    ]
}
