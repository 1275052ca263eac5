/// Files that come back and keys that do not.
extension AndroidMatrix {
    private static let guide = "developer.android.com/identity/data/autobackup"
    private static let rules =
        "developer.android.com/about/versions/12/backup-restore#backup-restore-changes"
    private static let kept: [AndroidStep] = [.makes(.plain), .seals, .writesFile]

    static let backupCases: [AndroidCase] = [
        AndroidCase(
            "backup-reinstall-same-phone", .reported, "github.com/tink-crypto/tink-java/issues/23",
            given: kept + [.backsUp(.cloud, .allows), .reinstalls],
            when: [.readsFile, .asksForKey], then: [.yes, .no]),
        // The trap: a new key over old ciphertext is a MAC failure, not a missing key.
        AndroidCase(
            "backup-new-key-over-old-file", .reported,
            "github.com/tink-crypto/tink-java/issues/23",
            given: kept + [.backsUp(.cloud, .allows), .reinstalls],
            when: [.makes(.plain), .uses],
            then: [.works, .thrown("AEADBadTagException", -30)]),
        AndroidCase(
            "backup-reinstall-without-backup", .documented, guide, given: kept,
            when: [.reinstalls, .readsFile, .asksForKey], then: [.works, .no, .no]),
        AndroidCase(
            "backup-new-phone-cloud", .documented, guide,
            given: kept + [.backsUp(.cloud, .allows), .movesToNewPhone],
            when: [.readsFile, .asksForKey], then: [.yes, .no]),
        AndroidCase(
            "backup-new-phone-transfer", .documented, rules,
            given: kept + [.backsUp(.deviceTransfer, .allows), .movesToNewPhone],
            when: [.readsFile, .asksForKey], then: [.yes, .no]),
        AndroidCase(
            "backup-refused-cloud", .documented, guide, given: kept,
            when: [.backsUp(.cloud, .refuses), .reinstalls, .readsFile],
            then: [.no, .works, .no]),
        AndroidCase(
            "backup-refused-transfer", .documented, guide, 23...30, given: kept,
            when: [.backsUp(.deviceTransfer, .refuses), .movesToNewPhone, .readsFile],
            then: [.no, .works, .no]),
        AndroidCase(
            "backup-refused-transfer", .documented, rules, 31...36, given: kept,
            when: [.backsUp(.deviceTransfer, .refuses), .movesToNewPhone, .readsFile],
            then: [.no, .works, .no]),
        AndroidCase(
            "backup-refused-transfer-ignored", .documented, rules, 31...36,
            profile: profile { $0.transfersRefusingApps = true }, given: kept,
            when: [.backsUp(.deviceTransfer, .refuses), .movesToNewPhone, .readsFile],
            then: [.yes, .works, .yes]),
        AndroidCase(
            "backup-clear-data", .documented, guide, given: kept,
            when: [
                .event(.android(.clearData(AndroidRun.app))), .launches, .readsFile, .asksForKey,
            ], then: [.works, .works, .no, .no]),
        AndroidCase(
            "files-before-first-unlock", .documented,
            "developer.android.com/privacy-and-security/direct-boot", 24...36,
            profile: directBoot, given: kept + [.event(.reboot), .launches],
            when: [.readsFile, .event(.unlock), .readsFile],
            then: [.storageLocked, .works, .yes]),
        AndroidCase(
            "files-survive-update", .documented, guide,
            given: kept + [.event(.update(AndroidRun.app)), .launches],
            when: [.readsFile, .uses], then: [.yes, .works]),
        AndroidCase(
            "files-erased", .documented, guide, given: kept + [.event(.factoryReset), .launches],
            when: [.readsFile, .asksForKey], then: [.no, .no]),
    ]
}
