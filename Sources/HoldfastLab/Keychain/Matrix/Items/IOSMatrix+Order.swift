import HoldfastApple

extension IOSMatrix {
    /// Which of two refusals wins, and what entitlements are worth.
    static let orderCases: [IOSMatrixCase] = entitlementCases + precedenceCases

    private static let none = IOSMatrixStep.built(AppBuild(accessGroups: []))
    private static let inB = IOSMatrixStep.built(AppBuild(accessGroups: ["B"]))
    private static let inAAndB = IOSMatrixStep.built(AppBuild(accessGroups: ["A", "B"]))
    private static let explicitA: SecItemDictionary = ["agrp": .text("A")]
    private static let table = "KeychainEntitlementsTest.m"

    private static func entitlement(
        _ id: String, given: [IOSMatrixStep], _ when: IOSMatrixCall, _ then: IOSMatrixAnswer
    ) -> IOSMatrixCase {
        IOSMatrixCase("ios-group-\(id)", .tested, table, given: given, when, then)
    }

    private static let entitlementCases: [IOSMatrixCase] = [
        entitlement("none-add", given: [none], .add(.item("a")), .code(-34018)),
        entitlement("none-find", given: [none], .find(.data("a")), .code(-34018)),
        entitlement("none-update", given: [none], .update(.named("a"), .newValue), .code(-34018)),
        entitlement("none-delete", given: [none], .delete(.named("a")), .code(-34018)),
        entitlement(
            "explicit-add", given: [inB], .add(.item("a", "ak", explicitA)), .code(-34018)),
        entitlement("explicit-find", given: [inB], .find(.data("a", explicitA)), .code(-34018)),
        entitlement(
            "explicit-update", given: [inB], .update(.named("a", explicitA), .newValue),
            .code(-34018)),
        entitlement(
            "explicit-update-to", given: [inB, .stored("a")],
            .update(.named("a"), explicitA), .code(-34018)),
        entitlement(
            "explicit-delete", given: [inB], .delete(.named("a", explicitA)), .code(-34018)),
        entitlement(
            "implicit-find", given: [inAAndB, .stored("a"), inB], .find(.data("a")),
            .code(-25300)),
        entitlement(
            "implicit-update", given: [inAAndB, .stored("a"), inB],
            .update(.named("a"), .newValue), .code(-25300)),
        entitlement(
            "implicit-delete", given: [inAAndB, .stored("a"), inB], .delete(.named("a")),
            .code(-25300)),
        entitlement(
            "first-is-default", given: [inAAndB, .stored("a")],
            .find(.attributes("a")), .attributes(explicitA)),
        entitlement(
            "all-are-searched",
            given: [inAAndB, .done(.add(.item("a", "ak", ["agrp": .text("B")])))],
            .find(.data("a")), .values(["value of a"])),
        entitlement(
            "update-moves",
            given: [inAAndB, .stored("a"), .done(.update(.named("a"), ["agrp": .text("B")]))],
            .find(.data("a", ["agrp": .text("B")])), .values(["value of a"])),
    ]

    private static let server = "SecItemServer.c"

    private static let precedenceCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-order-entitlement-before-parsing", .source, server, given: [none],
            .add(["acct": .text("a")]), .code(-34018)),
        IOSMatrixCase(
            "ios-order-parsing-before-group-add", .source, server, given: [inB],
            .add(.item("a", "ak", ["agrp": .text("A"), "what": .text("x")])), .code(-25303)),
        IOSMatrixCase(
            "ios-order-group-before-parsing-update", .source, server, given: [inB],
            .update(.named("a", ["agrp": .text("A"), "what": .text("x")]), .newValue),
            .code(-34018)),
        IOSMatrixCase(
            "ios-order-entitlement-before-lock", .source, server, given: [inB, .happens(.lock)],
            .add(.item("a", "ak", explicitA)), .code(-34018)),
        IOSMatrixCase(
            "ios-order-parsing-before-lock", .source, server, given: [.happens(.lock)],
            .add(.item("a", "ak", ["what": .text("x")])), .code(-25303)),
        IOSMatrixCase(
            "ios-order-lock-before-duplicate", .tested, "secd-01-items.m",
            given: [
                .happens(.lock), .call(.add(.item("a")), .code(-25308)), .happens(.unlock),
                .stored("a"), .happens(.lock),
            ], .add(.item("a")), .code(-25308)),
        IOSMatrixCase(
            "ios-order-duplicate-when-unlocked", .tested, "secd-01-items.m",
            given: [.stored("a"), .happens(.lock), .happens(.unlock)], .add(.item("a")),
            .code(-25299)),
        IOSMatrixCase(
            "ios-order-lock-of-other-row-hides-duplicate", .source,
            "SecDbItem.c, SecDbItemInsertOrReplace", given: [.stored("a", "ak"), .happens(.lock)],
            .add(.item("a", "ck")), .code(-25308)),
    ]
}
