import HoldfastApple

extension IOSMatrix {
    /// Uninstallation, other teams, erasure, backups and restores.
    static let persistenceCases: [IOSMatrixCase] =
        installationCases + backupCases + synchronizedBackupCases + tokenBackupCases

    private static let app = IOSMatrixStage.app
    private static let timeline = "Apple Developer Forums 36442"

    private static let installationCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-uninstall-keeps", .reported, timeline,
            given: [.stored("a"), .happens(.uninstall(app))], .find(.data("a")),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-uninstall-clears", .reported, "iOS 10.3 beta, \(timeline)",
            knobs: { $0.keychainClearedOnUninstall = true },
            given: [.stored("a"), .happens(.uninstall(app))], .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-update-app-keeps", .documented, "SecItem.h",
            given: [.stored("a"), .happens(.update(app))], .find(.data("a")),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-other-team-implicit", .reported, timeline,
            given: [.stored("a"), .built(AppBuild(accessGroups: ["OTHER.\(app)"]))],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-other-team-explicit", .reported, timeline,
            given: [.stored("a"), .built(AppBuild(accessGroups: ["OTHER.\(app)"]))],
            .find(.data("a", ["agrp": .text(AppBuild.ownGroup(of: app))])), .code(-34018)),
        IOSMatrixCase(
            "ios-erase", .documented, "Apple Platform Security, effaceable storage",
            given: [.stored("a", "dk"), .happens(.factoryReset)], .find(.data("a")),
            .code(-25300)),
        IOSMatrixCase(
            "ios-reboot-keeps", .documented, "SecItem.h",
            given: [.stored("a", "ak"), .happens(.reboot), .happens(.unlock)], .find(.data("a")),
            .values(["value of a"])),
    ]

    private static let keybags = "Apple Platform Security, Keybags for Data Protection"

    /// Which kinds of backup bring a class back, on the same device and on a new one.
    private static let backupTable:
        [(classes: [String], kind: PhoneBackup.Kind, same: Bool, new: Bool)] =
            [
                (["ak", "ck", "dk"], .unencrypted, true, false),
                (["ak", "ck", "dk"], .encrypted, true, true),
                (["ak", "ck", "dk"], .cloud, true, false),
                (["aku", "cku", "dku"], .unencrypted, true, false),
                (["aku", "cku", "dku"], .encrypted, true, false),
                (["aku", "cku", "dku"], .cloud, true, false),
                (["akpu"], .unencrypted, false, false),
                (["akpu"], .encrypted, false, false),
                (["akpu"], .cloud, false, false),
            ]

    private static let backupCases: [IOSMatrixCase] =
        backupTable.flatMap { row in
            row.classes.flatMap { name in
                [
                    backupCase(name, row.kind, onSameDevice: true, isThere: row.same),
                    backupCase(name, row.kind, onSameDevice: false, isThere: row.new),
                ]
            }
        }
        + ["ak", "ck", "dk"].flatMap { name in
            [
                backupCase(name, .deviceToDevice, onSameDevice: false, isThere: true),
                backupCase(
                    name, .deviceToDevice, onSameDevice: false, isThere: false, "-knob",
                    .assumed
                ) { $0.deviceToDeviceCarriesItems = false },
                backupCase(
                    name, .cloud, onSameDevice: false, isThere: true, "-knob", .assumed
                ) { $0.iCloudBackupCarriesItems = true },
            ]
        }
        + ["aku", "cku", "dku", "akpu"].map {
            backupCase($0, .deviceToDevice, onSameDevice: false, isThere: false)
        }

    private static func backupCase(
        _ name: String, _ kind: PhoneBackup.Kind, onSameDevice isSame: Bool, isThere: Bool,
        _ suffix: String = "", _ mark: MatrixMark? = nil,
        _ turnKnobs: (inout IOSProfile) -> Void = { _ in }
    ) -> IOSMatrixCase {
        let usual: MatrixMark = kind == .deviceToDevice && isThere ? .reported : .documented
        let source = name == "akpu" ? "SecItemDb.c, s3dl_export_row" : keybags
        return IOSMatrixCase(
            "ios-backup-\(kind.rawValue)-\(name)-\(isSame ? "same" : "new")\(suffix)",
            mark ?? (name == "akpu" ? .source : usual), source, knobs: turnKnobs,
            given: [.stored("a", name), .backedUp(kind), .restored(onSameDevice: isSame)],
            .find(.data("a")), isThere ? .values(["value of a"]) : .code(-25300))
    }

    private static let synced: [IOSMatrixStep] = [
        .done(.add(.item("a", "ak", ["sync": .flag(true)]))), .backedUp(.unencrypted),
        .restored(onSameDevice: false),
    ]

    private static let synchronizedBackupCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-backup-synced-with-icloud-keychain", .documented,
            "Apple Platform Security, iCloud Keychain", knobs: { $0.hasICloudKeychain = true },
            given: synced, .find(.data("a", ["sync": .flag(true)])), .values(["value of a"])),
        IOSMatrixCase(
            "ios-backup-synced-without-icloud-keychain", .assumed, "as any other item",
            given: synced, .find(.data("a", ["sync": .flag(true)])), .code(-25300)),
        IOSMatrixCase(
            "ios-backup-guarded-new", .assumed, "constraints are sealed by the device",
            given: [
                .guarded("a", .userPresence), .backedUp(.encrypted),
                .restored(onSameDevice: false),
            ], .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-backup-replaces", .source, "SecItemDb.c",
            given: [
                .stored("a"), .backedUp(.encrypted), .stored("b"), .restored(onSameDevice: true),
            ], .find(.all()), .values(["value of a"])),
    ]

    private static let object = AccessControlObject(protection: "ck", flags: .privateKeyUsage)
    private static let corrupted = IOSMatrixAnswer.error(domain: "CryptoTokenKit", code: -3)

    /// A key of the Secure Enclave comes back nowhere, and no row that refers to one.
    private static let tokenBackupCases: [IOSMatrixCase] =
        PhoneBackup.Kind.allCases.flatMap { kind in
            [true, false].flatMap { isSame in
                let name = "\(kind.rawValue)-\(isSame ? "same" : "new")"
                return [
                    IOSMatrixCase(
                        "ios-backup-enclave-key-\(name)", .source, "SecItemDb.c, s3dl_export_row",
                        given: [
                            .done(.makeKey(.signing, object)), .backedUp(kind),
                            .restored(onSameDevice: isSame),
                        ], .sign(context: nil), corrupted),
                    IOSMatrixCase(
                        "ios-backup-enclave-row-\(name)", .source, "SecItemDb.c, s3dl_export_row",
                        given: [
                            .done(.add(tokenRow)), .backedUp(kind),
                            .restored(onSameDevice: isSame),
                        ], .find(tokenQuery), .code(-25300)),
                ]
            }
        }

    static let tokenRow: SecItemDictionary = [
        "class": .text("keys"), "tkid": .text("com.apple.setoken"), "type": .number(73),
        "bsiz": .number(256), "kcls": .number(1), "pdmn": .text("aku"),
    ]
    static let tokenQuery: SecItemDictionary = [
        "class": .text("keys"), "tkid": .text("com.apple.setoken"), "r_Attributes": .flag(true),
    ]
}
