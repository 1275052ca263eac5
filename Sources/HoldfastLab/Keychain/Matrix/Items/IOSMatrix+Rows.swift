import HoldfastApple

extension IOSMatrix {
    /// Calls that meet many rows, and locks and unlocks at awkward moments.
    static let rowCases: [IOSMatrixCase] = manyRowCases + timingCases

    private static let database = "SecItemDb.c, s3dl_query"
    private static let mixed: [IOSMatrixStep] = [
        .stored("a", "ck"), .stored("b", "ak"), .happens(.lock),
    ]

    private static let manyRowCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-rows-one-locked-fails-all", .source, database, given: mixed, .find(.all()),
            .code(-25308)),
        IOSMatrixCase(
            "ios-rows-filter-avoids-locked", .source, database, given: mixed,
            .find(.all(["pdmn": .text("ck")])), .values(["value of a"])),
        IOSMatrixCase(
            "ios-rows-limit-avoids-locked", .source, database, given: mixed,
            .find(.service(["r_Data": .flag(true)])), .values(["value of a"])),
        IOSMatrixCase(
            "ios-rows-guarded-prompt-once", .source, database,
            given: [
                .guarded("a", .userPresence), .guarded("b", .userPresence), .stored("c"),
                .call(.find(.all()), .values(["value of a", "value of b", "value of c"])),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-rows-skip-guarded", .tested, "secd-81-item-acl.m, item_with_skip_auth_ui",
            given: [.guarded("a", .userPresence), .stored("b")],
            .find(.all(["u_AuthUI": .text("u_AuthUIS")])), .values(["value of b"])),
        IOSMatrixCase(
            "ios-rows-fail-guarded", .source, database,
            given: [.guarded("a", .userPresence), .stored("b")],
            .find(.all(["u_AuthUI": .text("u_AuthUIF")])), .code(-25308)),
        IOSMatrixCase(
            "ios-rows-undecodable-left-out", .source, database,
            given: [.stored("a"), .stored("b"), .happens(.iOS(.damages(account: "a")))],
            .find(.all()), .values(["value of b"])),
        IOSMatrixCase(
            "ios-rows-update-rolls-back", .source, "SecItemDb.c, s3dl_query_update", given: mixed,
            .update(.service(), .newValue), .code(-25308)),
        IOSMatrixCase(
            "ios-rows-update-rolled-back", .source, "SecItemDb.c, s3dl_query_update",
            given: mixed + [
                .call(.update(.service(), .newValue), .code(-25308)), .happens(.unlock),
            ], .find(.all()), .values(["value of a", "value of b"])),
        IOSMatrixCase(
            "ios-rows-update-last-row-decides", .source, "SecItemDb.c, s3dl_query_update",
            knobs: { $0.lastRowDecidesUpdate = true },
            given: [
                .stored("a", "ak"), .stored("b", "ck"), .happens(.lock),
                .done(.update(.service(), .newValue)), .happens(.unlock),
            ], .find(.all()), .values(["value of a", "new value"])),
        IOSMatrixCase(
            "ios-rows-update-last-row-fails", .source, "SecItemDb.c, s3dl_query_update",
            knobs: { $0.lastRowDecidesUpdate = true },
            given: mixed + [
                .call(.update(.service(), .newValue), .code(-25308)), .happens(.unlock),
            ], .find(.all()), .values(["value of a", "value of b"])),
        IOSMatrixCase(
            "ios-rows-update-earlier-row-fails", .assumed,
            "all or nothing is the safer reading of the source",
            given: [
                .stored("a", "ak"), .stored("b", "ck"), .happens(.lock),
                .call(.update(.service(), .newValue), .code(-25308)), .happens(.unlock),
            ], .find(.all()), .values(["value of a", "value of b"])),
    ]

    private static let guide = "Apple Platform Security, Data Protection classes"

    private static let timingCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-timing-lock-at-once", .assumed, guide, given: [.stored("a"), .happens(.lock)],
            .find(.data("a")), .code(-25308)),
        IOSMatrixCase(
            "ios-timing-grace", .documented, guide, knobs: { $0.lockGraceSeconds = 10 },
            given: [.stored("a"), .happens(.lock), .happens(.timePasses(9))], .find(.data("a")),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-timing-grace-over", .documented, guide, knobs: { $0.lockGraceSeconds = 10 },
            given: [.stored("a"), .happens(.lock), .happens(.timePasses(10))], .find(.data("a")),
            .code(-25308)),
        IOSMatrixCase(
            "ios-timing-first-unlock", .documented, guide,
            given: [
                .stored("a", "ck"), .happens(.reboot), .call(.find(.data("a")), .code(-25308)),
                .happens(.unlock), .happens(.lock),
                .call(.find(.data("a")), .values(["value of a"])), .happens(.reboot),
            ], .find(.data("a")), .code(-25308)),
        IOSMatrixCase(
            "ios-timing-metadata-race", .source, "KeychainCryptoTests.m, testNoResultsWhenLocked",
            knobs: { $0.metadataCacheRace = true }, given: [.stored("a"), .happens(.lock)],
            .find(.attributes("a")), .rows(1)),
        IOSMatrixCase(
            "ios-timing-metadata-race-over", .source,
            "SecDbKeychainMetadataKeyStore.m, _onQueueDropClassAKeys",
            knobs: { $0.metadataCacheRace = true },
            given: [.stored("a"), .happens(.lock), .happens(.timePasses(1))],
            .find(.attributes("a")), .code(-25308)),
        IOSMatrixCase(
            "ios-timing-metadata-race-value", .source, "SecDbKeychainItem.m",
            knobs: { $0.metadataCacheRace = true }, given: [.stored("a"), .happens(.lock)],
            .find(.data("a")), .code(-25308)),
        IOSMatrixCase(
            "ios-timing-not-found-before-first-unlock", .reported,
            "developers of push and background apps",
            knobs: { $0.readBeforeFirstUnlock = .notFound },
            given: [.stored("a", "ck"), .happens(.reboot)], .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-timing-not-found-but-there", .reported, "developers of push and background apps",
            knobs: { $0.readBeforeFirstUnlock = .notFound },
            given: [
                .stored("a", "ck"), .happens(.reboot), .call(.find(.data("a")), .code(-25300)),
                .happens(.unlock),
            ], .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-timing-not-found-update", .assumed, "as the read",
            knobs: { $0.readBeforeFirstUnlock = .notFound },
            given: [.stored("a", "ck"), .happens(.reboot)], .update(.named("a"), .newValue),
            .code(-25300)),
        IOSMatrixCase(
            "ios-timing-not-found-add", .source, "SecKeybagSupport.c, ks_crypt",
            knobs: { $0.readBeforeFirstUnlock = .notFound }, given: [.happens(.reboot)],
            .add(.item("a", "ck")), .code(-25308)),
        IOSMatrixCase(
            "ios-timing-unlock-in-the-middle-of-a-read", .tested,
            "secdmockaks/mockaksKeychain.m, testMetadataKeyRaceConditionFixed",
            given: [
                .stored("a"), .happens(.lock), .happens(.iOS(.unlocksAfterOperations(2))),
                .call(.find(.data("a")), .code(-25308)),
            ], .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-timing-unlock-in-the-middle-of-an-add", .tested,
            "secdmockaks/mockaksKeychain.m, testMetadataKeyRaceConditionFixed",
            given: [
                .stored("a"), .happens(.lock), .happens(.iOS(.unlocksAfterOperations(1))),
                .done(.add(.item("b"))),
            ], .find(.all()), .values(["value of a", "value of b"])),
        IOSMatrixCase(
            "ios-timing-one-refused-decryption", .tested,
            "secdmockaks/mockaksKeychain.m, testInteractionFailuresFromReferenceKeys",
            given: [
                .stored("a"), .happens(.iOS(.refusesNextDecryption)),
                .call(.find(.data("a")), .code(-25308)),
            ], .find(.data("a")), .values(["value of a"])),
    ]
}
