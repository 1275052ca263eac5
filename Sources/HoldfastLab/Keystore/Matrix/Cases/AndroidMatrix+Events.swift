/// What happens to a phone, and what becomes of each kind of key: the whole table.
extension AndroidMatrix {
    private static let spec =
        "developer.android.com/reference/android/security/keystore/KeyGenParameterSpec.Builder"
    private static let database =
        "AOSP system/security/keystore2/src/database/tests.rs, "
        + "test_unbind_auth_bound_keys_for_user"
    private static let reset = "AOSP system/security/keystore2/src/super_key.rs, reset_user"
    private static let utils =
        "AOSP frameworks/base android/security/keystore2/KeyStoreCryptoOperationUtils.java"
    private static let old = "AOSP frameworks/base android/security/KeyStore.java"
    private static let superKey = "AOSP system/security/keystore2/src/super_key.rs"
    private static let maintenance = "AOSP system/security/keystore2/src/maintenance.rs"

    static let eventCases = joined(
        everydayEvents, fingerEvents, lockScreenEvents, resetEvents, systemEvents, removalEvents)

    /// The key is there, or not, after something happened; and what using it answers.
    private static func after(
        _ situation: AndroidSituation, _ kind: AndroidKeyKind,
        on levels: ClosedRange<Int> = AndroidProfile.apiLevels, isThere: Bool = true,
        _ answer: AndroidAnswer, _ mark: MatrixMark, _ source: String,
        profile: AndroidProfile = AndroidProfile()
    ) -> AndroidCase {
        AndroidCase(
            "\(kind)-\(situation)", mark, source, levels.clamped(to: kind.apiLevels),
            profile: profile,
            given: situation.preparation + [.makes(kind), .seals] + situation.steps,
            when: [.asksForKey, .uses], then: [isThere ? .yes : .no, answer])
    }

    /// A key whose row is gone: a cached `Key` object says so in the words of its API level.
    private static func gone(
        _ situation: AndroidSituation, _ kind: AndroidKeyKind,
        on levels: ClosedRange<Int> = AndroidProfile.apiLevels, _ mark: MatrixMark,
        _ source: String
    ) -> [AndroidCase] {
        let known = levels.clamped(to: kind.apiLevels)
        let new = known.overlaps(31...36) ? [known.clamped(to: 31...36)] : []
        let older = known.overlaps(23...30) ? [known.clamped(to: 23...30)] : []
        return new.map {
            after(situation, kind, on: $0, isThere: false, .permanentlyInvalidated, mark, source)
        }
            + older.map {
                after(situation, kind, on: $0, isThere: false, .invalidKey(7), mark, source)
            }
    }

    private static func allWork(
        _ situation: AndroidSituation, _ mark: MatrixMark, _ source: String,
        except kinds: Set<AndroidKeyKind> = []
    ) -> [AndroidCase] {
        AndroidKeyKind.listed.filter { !kinds.contains($0) }
            .map { after(situation, $0, .works, mark, source) }
    }

    private static let everydayEvents = joined(
        [
            after(
                .beforeFirstUnlock, .plain, on: 24...36, .works, .source, superKey,
                profile: directBoot),
            after(
                .beforeFirstUnlock, .unlockedDevice, .invalidKey(-72), .source, superKey,
                profile: directBoot),
        ],
        bound.map { kind in
            after(
                .beforeFirstUnlock, kind, on: 31...36, .userNotAuthenticated, .source, superKey,
                profile: directBoot)
        },
        bound.map { kind in
            after(
                .beforeFirstUnlock, kind, on: 24...30, .userNotAuthenticated, .assumed, old,
                profile: directBoot)
        },
        [
            after(.locked, .plain, .works, .source, superKey),
            after(.locked, .unlockedDevice, .invalidKey(-72), .source, superKey),
            after(.locked, .timeBound, .works, .documented, spec),
            after(.locked, .perUseBiometric, .number(5), .documented, spec),
            after(.locked, .perUseBiometricKept, .number(5), .documented, spec),
            after(.later, .timeBound, .userNotAuthenticated, .tested, superKey),
        ],
        allWork(.afterFirstUnlock, .source, superKey),
        allWork(.later, .documented, spec, except: [.timeBound]))

    private static let fingerEvents = joined(
        allWork(.fingerAdded, .documented, spec, except: [.perUseBiometric]),
        [after(.fingerAdded, .perUseBiometric, .permanentlyInvalidated, .documented, spec)],
        allWork(.oneFingerRemoved, .source, utils),
        allWork(
            .allFingersRemoved, .documented, spec,
            except: [.perUseBiometric, .perUseBiometricKept]),
        [
            after(
                .allFingersRemoved, .perUseBiometric, on: 31...36, .permanentlyInvalidated,
                .documented, spec),
            after(.allFingersRemoved, .perUseBiometric, on: 29...30, .number(11), .source, old),
            after(
                .allFingersRemoved, .perUseBiometric, on: 23...28, .permanentlyInvalidated,
                .source, old),
            AndroidCase(
                "perUseBiometricKept-allFingersRemoved", .source, utils, 24...36,
                given: [.makes(.perUseBiometricKept), .seals, .event(.removeAllFingers)],
                when: [.uses, .event(.enrolFinger), .uses],
                then: [.number(11), .works, .works]),
        ])

    /// The keys of somebody who is bound to a lock screen that is gone.
    private static let bound: [AndroidKeyKind] = [
        .timeBound, .perUseBiometric, .perUseBiometricKept,
    ]

    private static let lockScreenEvents = joined(
        allWork(.pinChanged, .source, "AOSP LockSettingsService, a trusted re-enrolment"),
        removalOfLockScreen(.lockScreenRemoved), removalOfLockScreen(.lockScreenSetAgain))

    private static func removalOfLockScreen(_ situation: AndroidSituation) -> [AndroidCase] {
        joined(
            [
                after(situation, .plain, .works, .tested, database),
                after(situation, .unlockedDevice, on: 28...30, .works, .documented, spec),
                after(situation, .unlockedDevice, on: 35...36, .works, .tested, database),
            ],
            gone(situation, .unlockedDevice, on: 31...34, .source, reset),
            bound.flatMap { gone(situation, $0, on: 35...36, .tested, database) },
            bound.flatMap { gone(situation, $0, on: 31...34, .source, reset) },
            bound.map {
                after(situation, $0, on: 23...30, .permanentlyInvalidated, .source, old)
            },
            gone(situation, .unlockedDeviceTimeBound, on: 35...36, .tested, database),
            gone(situation, .unlockedDeviceTimeBound, on: 31...34, .source, reset))
    }

    private static let resetEvents = joined(
        [
            after(.credentialReset, .plain, .works, .documented, spec),
            after(.credentialReset, .unlockedDevice, on: 28...30, .works, .assumed, spec),
            after(.credentialReset, .unlockedDevice, on: 35...36, .works, .assumed, spec),
        ],
        gone(.credentialReset, .unlockedDevice, on: 31...34, .assumed, reset),
        bound.flatMap { gone(.credentialReset, $0, on: 31...34, .documented, spec) },
        bound.map {
            after(.credentialReset, $0, on: 23...30, .permanentlyInvalidated, .documented, spec)
        },
        [
            after(
                .credentialReset, .timeBound, on: 35...36, .userNotAuthenticated, .source, utils),
            after(
                .credentialReset, .perUseBiometric, on: 35...36, .permanentlyInvalidated, .source,
                utils),
            after(
                .credentialReset, .perUseBiometricKept, on: 35...36, .permanentlyInvalidated,
                .source, utils),
        ])

    private static let versionBinding =
        "AOSP hardware/interfaces/security/keymint, version binding"

    private static let systemEvents = joined(
        allWork(
            .systemUpgraded, .source,
            "AOSP system/security/keystore2/src/utils.rs, upgrade_keyblob_if_required_with"),
        allWork(
            .appUpdated, .documented, "developer.android.com/privacy-and-security/keystore"),
        AndroidKeyKind.listed.map { kind in
            after(
                .systemDowngraded, kind, .invalidKey(-33), kind == .plain ? .source : .assumed,
                versionBinding)
        })

    private static let removalEvents: [AndroidCase] = AndroidKeyKind.listed.flatMap { kind in
        joined(
            gone(.reinstalled, kind, .source, maintenance + ", clearNamespace"),
            gone(.dataCleared, kind, .source, maintenance + ", clearNamespace"),
            gone(.erased, kind, .documented, spec),
            gone(.userRemoved, kind, .source, maintenance + ", onUserRemoved"),
            gone(
                .newPhone, kind, .documented, "developer.android.com/identity/data/autobackup"))
    }
}
