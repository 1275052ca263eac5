import HoldfastApple

extension IOSMatrix {
    /// Absent rows, colliding keys, damaged rows, and a daemon that is not there.
    static let situationCases: [IOSMatrixCase] = absentCases + damagedCases + daemonCases

    private static let absentCases: [IOSMatrixCase] = [
        IOSMatrixCase("ios-absent-add", .tested, "SecItemTests.m", .add(.item("a")), .code(0)),
        IOSMatrixCase(
            "ios-absent-find", .tested, "SecItemTests.m", .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-absent-update", .tested, "SecItemTests.m", .update(.named("a"), .newValue),
            .code(-25300)),
        IOSMatrixCase(
            "ios-absent-delete", .tested, "SecItemTests.m", .delete(.named("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-update-collides", .tested, "SecItemTests.m", given: [.stored("a"), .stored("b")],
            .update(.named("a"), ["acct": .text("b")]), .code(-25299)),
        IOSMatrixCase(
            "ios-update-collision-changes-nothing", .tested, "SecItemTests.m",
            given: [
                .stored("a"), .stored("b"),
                .call(.update(.named("a"), ["acct": .text("b")]), .code(-25299)),
            ], .find(.all()), .values(["value of a", "value of b"])),
        IOSMatrixCase(
            "ios-update-moves", .tested, "SecItemTests.m, testMoveGenericPassword",
            given: [.stored("a"), .done(.update(.named("a"), ["acct": .text("b")]))],
            .find(.data("b")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-update-moves-once", .tested, "SecItemTests.m, testMoveGenericPassword",
            given: [.stored("a"), .done(.update(.named("a"), ["acct": .text("b")]))],
            .update(.named("a"), ["acct": .text("b")]), .code(-25300)),
        IOSMatrixCase(
            "ios-update-class", .source, "SecItemDb.c, s3dl_query_update",
            given: [
                .stored("a", "ak"), .done(.update(.named("a"), ["pdmn": .text("ck")])),
                .happens(.lock),
            ], .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-update-class-needs-both", .source, "SecItemDb.c, s3dl_query_update",
            given: [.stored("a", "ck"), .happens(.lock)],
            .update(.named("a"), ["pdmn": .text("ak")]), .code(-25308)),
        IOSMatrixCase(
            "ios-update-access-control", .source, "SecItemDb.c, s3dl_query_update",
            given: [
                .stored("a", "ak"),
                .done(
                    .update(
                        .named("a"),
                        ["accc": .accessControl(.init(protection: "ak", flags: .userPresence))])),
            ], .find(.data("a", ["u_AuthUI": .text("u_AuthUIF")])), .code(-25308)),
    ]

    private static let damagedA = IOSMatrixStep.happens(.iOS(.damages(account: "a")))
    private static let corruption = "KeychainCryptoTests.m, testKeychainCorruption"

    private static let damagedCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-damaged-find", .tested, corruption, given: [.stored("a"), damagedA],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-damaged-find-purges", .tested, corruption,
            given: [.stored("a"), damagedA, .call(.find(.data("a")), .code(-25300))], .countRows,
            .count(0)),
        IOSMatrixCase(
            "ios-damaged-find-twice", .tested, corruption,
            given: [.stored("a"), damagedA, .call(.find(.data("a")), .code(-25300))],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-damaged-delete-after-find", .tested, corruption,
            given: [.stored("a"), damagedA, .call(.find(.data("a")), .code(-25300))],
            .delete(.named("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-damaged-add", .tested, corruption, given: [.stored("a"), damagedA],
            .add(.item("a")), .code(0)),
        IOSMatrixCase(
            "ios-damaged-add-readable", .tested, "secd-03-corrupted-items.m",
            given: [
                .stored("a"), damagedA, .call(.find(.data("a")), .code(-25300)),
                .call(.find(.data("a")), .code(-25300)), .stored("a"),
            ], .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-damaged-update", .tested, corruption, given: [.stored("a"), damagedA],
            .update(.named("a"), .newValue), .code(-25300)),
        IOSMatrixCase(
            "ios-damaged-update-keeps-row", .source, "SecItemDb.c",
            given: [
                .stored("a"), damagedA, .call(.update(.named("a"), .newValue), .code(-25300)),
            ], .countRows, .count(1)),
        IOSMatrixCase(
            "ios-damaged-delete", .tested, corruption, given: [.stored("a"), damagedA],
            .delete(.named("a")), .code(0)),
        IOSMatrixCase(
            "ios-damaged-locked", .source, "SecKeybagSupport.c",
            given: [.stored("a"), damagedA, .happens(.lock)], .find(.data("a")), .code(-25308)),
        IOSMatrixCase(
            "ios-damaged-shows-decode", .assumed, "which call shows errSecDecode is not known",
            knobs: { $0.showsDecodeError = true }, given: [.stored("a"), damagedA],
            .find(.data("a")),
            .code(-26275)),
    ]

    private static let noDaemon = IOSMatrixStep.happens(.iOS(.daemonDies(calls: 1)))
    private static let client = "SecItem.m, osstatus_for_xpc_error"

    private static let daemonCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-daemon-add", .source, client, given: [noDaemon], .add(.item("a")),
            .code(-25291)),
        IOSMatrixCase(
            "ios-daemon-find", .source, client, given: [.stored("a"), noDaemon],
            .find(.data("a")), .code(-25291)),
        IOSMatrixCase(
            "ios-daemon-update", .source, client, given: [.stored("a"), noDaemon],
            .update(.named("a"), .newValue), .code(-25291)),
        IOSMatrixCase(
            "ios-daemon-delete", .source, client, given: [.stored("a"), noDaemon],
            .delete(.named("a")), .code(-25291)),
        IOSMatrixCase(
            "ios-daemon-retry", .source, client,
            given: [.stored("a"), noDaemon, .call(.find(.data("a")), .code(-25291))],
            .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-daemon-dies-after-effect", .source, client,
            given: [
                .nextCallFails(SecStatus.failure(SecStatus.notAvailable), .afterEffect),
                .call(.add(.item("a")), .code(-25291)),
            ], .add(.item("a")), .code(-25299)),
        IOSMatrixCase(
            "ios-loss-update-delete-add", .source, "SecItemDb.c, s3dl_query_delete",
            given: [
                .stored("a"), .happens(.lock),
                .call(.update(.named("a"), .newValue), .code(-25308)),
                .done(.delete(.named("a"))), .call(.add(.item("a")), .code(-25308)),
                .happens(.unlock),
            ], .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-delete-everything-while-locked", .source, "SecItemDb.c, s3dl_query_delete",
            given: [
                .stored("a"), .stored("b", "ck"), .happens(.lock),
                .done(.delete(["class": .text("genp")])),
            ], .countRows, .count(0)),
        IOSMatrixCase(
            "ios-delete-while-locked-refused", .assumed, "not tried on hardware",
            knobs: { $0.refusesLockedRemoval = true }, given: [.stored("a"), .happens(.lock)],
            .delete(.named("a")), .code(-25308)),
        IOSMatrixCase(
            "ios-delete-synced-while-locked-stays-gone", .assumed,
            "SecDbItem.c, SecDbItemIsSyncable",
            given: [
                .done(.add(.item("a", "ak", ["sync": .flag(true)]))), .happens(.lock),
                .done(.delete(.named("a", ["sync": .flag(true)]))), .happens(.unlock),
            ], .find(.data("a", ["sync": .flag(true)])), .code(-25300)),
        IOSMatrixCase(
            "ios-delete-synced-while-locked-returns", .assumed,
            "SecDbItem.c, SecDbItemIsSyncable",
            knobs: { $0.syncedItemReturnsAfterLockedRemoval = true },
            given: [
                .done(.add(.item("a", "ak", ["sync": .flag(true)]))), .happens(.lock),
                .done(.delete(.named("a", ["sync": .flag(true)]))), .happens(.unlock),
            ], .find(.data("a", ["sync": .flag(true)])), .values(["value of a"])),
    ]
}
