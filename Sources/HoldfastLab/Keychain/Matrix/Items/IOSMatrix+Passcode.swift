import HoldfastApple

extension IOSMatrix {
    /// Phones without a passcode, and the class that needs one.
    static let passcodeCases: [IOSMatrixCase] = lifeCases + knobCases

    private static let test = "secd-81-item-acl.m, item_with_akpu"
    private static let header = "SecItem.h, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly"
    private static let remove = IOSMatrixStep.happens(.removePasscode)
    private static let set = IOSMatrixStep.happens(.setPasscode)

    private static let lifeCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-akpu-found", .tested, test, given: [.stored("a", "akpu")], .find(.data("a")),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-akpu-removed", .documented, header, given: [.stored("a", "akpu"), remove],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-akpu-purged-by-read", .source, "SecDbItem.c, SecDbItemIsCorrupt",
            given: [.stored("a", "akpu"), remove, .call(.find(.data("a")), .code(-25300))],
            .countRows, .count(0)),
        IOSMatrixCase(
            "ios-akpu-not-purged-by-itself", .source, "SecDbItem.c, SecDbItemIsCorrupt",
            given: [.stored("a", "akpu"), remove], .countRows, .count(1)),
        IOSMatrixCase(
            "ios-akpu-new-passcode", .tested, test, given: [.stored("a", "akpu"), remove, set],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-akpu-new-passcode-add", .tested, test,
            given: [.stored("a", "akpu"), remove, set], .add(.item("a", "akpu")), .code(0)),
        IOSMatrixCase(
            "ios-akpu-new-passcode-readable", .tested, test,
            given: [.stored("a", "akpu"), remove, set, .stored("b", "akpu")], .find(.data("b")),
            .values(["value of b"])),
        IOSMatrixCase(
            "ios-akpu-delete-after-purge", .source, "SecItemDb.c",
            given: [.stored("a", "akpu"), remove, .call(.find(.data("a")), .code(-25300))],
            .delete(.named("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-passcode-change", .documented, "Apple Platform Security, Data Protection overview",
            given: [
                .stored("a", "akpu"), .stored("b", "ak"), .stored("c", "cku"),
                .happens(.changePasscode),
            ], .find(.all()), .values(["value of a", "value of b", "value of c"])),
        IOSMatrixCase(
            "ios-no-passcode-after-boot", .documented,
            "Apple Platform Security, Data Protection overview",
            given: [.stored("a", "ak"), remove, .happens(.reboot)], .find(.data("a")),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-no-passcode-never-locks", .documented,
            "Apple Platform Security, Data Protection overview",
            given: [.stored("a", "ak"), remove, .happens(.lock)], .find(.data("a")),
            .values(["value of a"])),
    ]

    private static let knobCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-akpu-add-auth-failed", .source, "SecItemDb.c, s3dl_query_add", given: [remove],
            .add(.item("a", "akpu")), .code(-25293)),
        IOSMatrixCase(
            "ios-akpu-add-not-available", .tested, test,
            knobs: { $0.akpuAddWithoutPasscode = .notAvailable }, given: [remove],
            .add(.item("a", "akpu")), .code(-25291)),
        IOSMatrixCase(
            "ios-akpu-class-stuck", .reported, "kishikawakatsumi/KeychainAccess 471",
            knobs: { $0.akpuClassSticks = true }, given: [.stored("a", "akpu"), remove, set],
            .add(.item("b", "akpu")), .code(-25291)),
        IOSMatrixCase(
            "ios-akpu-class-stuck-over-reinstallation", .reported,
            "kishikawakatsumi/KeychainAccess 471", knobs: { $0.akpuClassSticks = true },
            given: [
                .stored("a", "akpu"), remove, set, .happens(.uninstall(IOSMatrixStage.app)),
            ], .add(.item("b", "akpu")), .code(-25291)),
        IOSMatrixCase(
            "ios-akpu-metadata-cached", .assumed, "SecDbKeychainMetadataKeyStore.m",
            knobs: { $0.akpuMetadataOutlivesPasscode = true },
            given: [.stored("a", "akpu"), remove],
            .find(.attributes("a")), .rows(1)),
        IOSMatrixCase(
            "ios-akpu-metadata-cached-value", .assumed, "SecDbKeychainMetadataKeyStore.m",
            knobs: { $0.akpuMetadataOutlivesPasscode = true },
            given: [.stored("a", "akpu"), remove],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-akpu-metadata-not-cached", .tested, test, given: [.stored("a", "akpu"), remove],
            .find(.attributes("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-akpu-metadata-cached-until-restart", .assumed, "SecDbKeychainMetadataKeyStore.m",
            knobs: { $0.akpuMetadataOutlivesPasscode = true },
            given: [.stored("a", "akpu"), remove, .happens(.reboot)], .find(.attributes("a")),
            .code(-25300)),
    ]
}
