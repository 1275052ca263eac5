import HoldfastApple
import HoldfastCrypto

extension IOSMatrix {
    /// What the daemon takes for granted, what makes a primary key, and what selects rows.
    static let defaultCases: [IOSMatrixCase] = primaryKeyCases + synchronizationCases + shapeCases

    private static let schema = "SecItemSchema.c"

    private static let primaryKeyCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-key-same", .tested, "SecItemTests.m", given: [.stored("a")], .add(.item("a")),
            .code(-25299)),
        IOSMatrixCase(
            "ios-key-other-class", .source, schema, given: [.stored("a", "ak")],
            .add(.item("a", "ck")), .code(-25299)),
        IOSMatrixCase(
            "ios-key-other-label", .source, schema, given: [.stored("a")],
            .add(.item("a", "ak", ["labl": .text("l"), "gena": .text("g")])), .code(-25299)),
        IOSMatrixCase(
            "ios-key-other-access-control", .source, schema, given: [.stored("a")],
            .add(.guarded("a", .userPresence)), .code(-25299)),
        IOSMatrixCase(
            "ios-key-other-service", .source, schema, given: [.stored("a")],
            .add(.item("a", "ak", ["svce": .text("t")])), .code(0)),
        IOSMatrixCase(
            "ios-key-same-bytes-as-data", .source, "SecDbItem.c, SecDbAttrBind",
            given: [.stored("a")],
            .add(.item("a", "ak", ["acct": .data(SecretBytes(utf8: "a"))])), .code(-25299)),
        IOSMatrixCase(
            "ios-key-found-by-data", .source, "SecDbItem.c, SecDbAttrBind", given: [.stored("a")],
            .find(.data("a", ["acct": .data(SecretBytes(utf8: "a"))])), .values(["value of a"])),
        IOSMatrixCase(
            "ios-key-empty-defaults", .source, schema,
            given: [.done(.add(["class": .text("genp")]))],
            .add(["class": .text("genp"), "acct": .text(""), "svce": .text("")]), .code(-25299)),
        IOSMatrixCase(
            "ios-key-internet", .source, schema,
            given: [.done(.add(internet("h", 443)))], .add(internet("h", 443)), .code(-25299)),
        IOSMatrixCase(
            "ios-key-internet-port", .source, schema,
            given: [.done(.add(internet("h", 443)))], .add(internet("h", 80)), .code(0)),
        IOSMatrixCase(
            "ios-key-filter-class", .source, "SecItemDb.c", given: [.stored("a", "ak")],
            .find(.data("a", ["pdmn": .text("ck")])), .code(-25300)),
        IOSMatrixCase(
            "ios-key-filter-label", .source, "SecItemDb.c", given: [.stored("a")],
            .find(.data("a", ["labl": .text("l")])), .code(-25300)),
        IOSMatrixCase(
            "ios-key-filter-generic", .source, "SecItemDb.c",
            given: [.done(.add(.item("a", "ak", ["gena": .data(SecretBytes(utf8: "g"))])))],
            .find(.data("a", ["gena": .data(SecretBytes(utf8: "g"))])), .values(["value of a"])),
        IOSMatrixCase(
            "ios-key-access-control-is-no-filter", .source, "SecDbQuery.c",
            given: [.stored("a", "ak")],
            .find(
                .data(
                    "a", ["accc": .accessControl(.init(protection: "ck", flags: []))])),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-key-filter-needs-no-class-key", .source, "SecItemDb.c, s3dl_create_select_sql",
            given: [
                .done(.add(.item("a", "ak", ["crtr": .number(1), "type": .number(7)]))),
                .done(.add(.item("b", "ck", ["crtr": .number(2), "type": .number(7)]))),
                .happens(.lock),
            ], .find(.all(["crtr": .number(2), "type": .number(7)])), .values(["value of b"])),
    ]

    private static func internet(_ server: String, _ port: Int) -> SecItemDictionary {
        [
            "class": .text("inet"), "srvr": .text(server), "port": .number(port),
            "acct": .text("a"), "ptcl": .text("htps"),
        ]
    }

    private static let twins: [IOSMatrixStep] = [
        .stored("a"),
        .done(
            .add(
                .item(
                    "a", "ak", ["sync": .flag(true), "v_Data": .data(SecretBytes(utf8: "synced"))]))
        ),
    ]
    private static let syncTest = "si-72-syncableitems.c"

    private static let synchronizationCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-sync-plain-query", .tested, syncTest, given: twins,
            .find(.all(["acct": .text("a")])), .values(["value of a"])),
        IOSMatrixCase(
            "ios-sync-query", .tested, syncTest, given: twins,
            .find(.data("a", ["sync": .flag(true)])), .values(["synced"])),
        IOSMatrixCase(
            "ios-sync-any", .tested, syncTest, given: twins,
            .find(.all(["sync": .text("syna")])), .values(["value of a", "synced"])),
        IOSMatrixCase(
            "ios-sync-delete-plain", .source, "SecItemServer.c",
            given: twins + [.done(.delete(.named("a")))], .find(.all(["sync": .text("syna")])),
            .values(["synced"])),
        IOSMatrixCase(
            "ios-sync-update-plain", .source, "SecItemServer.c",
            given: twins + [.done(.update(.named("a"), .newValue))],
            .find(.all(["sync": .text("syna")])), .values(["new value", "synced"])),
        IOSMatrixCase(
            "ios-sync-delete-any", .source, "SecItemServer.c",
            given: twins + [.done(.delete(.named("a", ["sync": .text("syna")])))], .countRows,
            .count(0)),
    ]

    /// A query for the row of a number by its 20 bytes.
    private static func referenced(_ number: UInt8) -> SecItemDictionary {
        let bytes = Array("genp".utf8) + Array(repeating: 0, count: 15) + [number]
        return [
            "class": .text("genp"), "v_PersistentRef": .data(SecretBytes(bytes)),
            "r_Data": .flag(true),
        ]
    }

    private static let shapeCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-shape-limit-one", .documented, "SecItem.h, kSecMatchLimit",
            given: [.stored("a"), .stored("b")], .find(.service(["r_Data": .flag(true)])),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-shape-limit-all", .documented, "SecItem.h, kSecMatchLimit",
            given: [.stored("a"), .stored("b")], .find(.all()),
            .values(["value of a", "value of b"])),
        IOSMatrixCase(
            "ios-shape-limit-number", .documented, "SecItem.h, kSecMatchLimit",
            given: [.stored("a"), .stored("b"), .stored("c")],
            .find(.all(["m_Limit": .number(2)])), .values(["value of a", "value of b"])),
        IOSMatrixCase(
            "ios-shape-limit-counts-unreadable-rows", .source, "SecItemDb.c, SecDbAppendLimit",
            given: [.stored("a"), .stored("b"), .happens(.iOS(.damages(account: "a")))],
            .find(.service(["r_Data": .flag(true)])), .code(-25300)),
        IOSMatrixCase(
            "ios-shape-update-is-unlimited", .source, "SecItemServer.c",
            given: [.stored("a"), .stored("b"), .done(.update(.service(), .newValue))],
            .find(.all()), .values(["new value", "new value"])),
        IOSMatrixCase(
            "ios-shape-delete-is-unlimited", .source, "SecItemServer.c",
            given: [.stored("a"), .stored("b"), .done(.delete(.service()))], .countRows,
            .count(0)),
        IOSMatrixCase(
            "ios-shape-no-value", .source, "SecItemDb.c",
            given: [.done(.add(.named("a")))], .find(.data("a")), .values([""])),
        IOSMatrixCase(
            "ios-shape-attributes-hold-no-value", .tested, "KeychainCryptoTests.m",
            given: [.stored("a")], .find(.attributes("a")), .values([])),
        IOSMatrixCase(
            "ios-shape-persistent-reference", .documented, "SecItem.h, kSecValuePersistentRef",
            given: [.stored("a"), .stored("b")], .find(referenced(2)), .values(["value of b"])),
        IOSMatrixCase(
            "ios-shape-persistent-reference-after-update", .tested, "secd-82-persistent-ref.m",
            given: [
                .stored("a"), .done(.update(.named("a"), ["acct": .text("z")])),
                .done(.update(.named("z"), .newValue)),
            ], .find(referenced(1)), .values(["new value"])),
        IOSMatrixCase(
            "ios-shape-returns-persistent-reference", .documented,
            "SecItem.h, kSecReturnPersistentRef", given: [.stored("a")],
            .find(.named("a", ["r_PersistentRef": .flag(true)])),
            .attributes(["v_PersistentRef": referenced(1)["v_PersistentRef"] ?? .flag(false)])),
        IOSMatrixCase(
            "ios-shape-nothing-wanted", .documented, "SecItem.h", given: [.stored("a")],
            .find(.named("a")), .rows(0)),
        IOSMatrixCase(
            "ios-default-accessible", .documented, "SecItem.h, kSecAttrAccessible",
            given: [.stored("a", nil)], .find(.attributes("a")),
            .attributes(["pdmn": .text("ak"), "sync": .number(0), "class": .text("genp")])),
        IOSMatrixCase(
            "ios-default-accessible-certificate", .source, "SecItemServer.c",
            given: [.done(.add(["class": .text("cert"), "issr": .text("i")]))],
            .find(["class": .text("cert"), "r_Attributes": .flag(true)]),
            .attributes(["pdmn": .text("dk")])),
        IOSMatrixCase(
            "ios-default-dates", .source, "SecDbItem.c", given: [.stored("a")],
            .find(.attributes("a")),
            .attributes(["cdat": .date(1_800_000_000), "mdat": .date(1_800_000_000)])),
        IOSMatrixCase(
            "ios-default-modified", .source, "SecDbItem.c, SecDbItemMakeYounger",
            given: [
                .stored("a"), .happens(.timePasses(60)), .done(.update(.named("a"), .newValue)),
            ], .find(.attributes("a")),
            .attributes(["cdat": .date(1_800_000_000), "mdat": .date(1_800_000_060)])),
        IOSMatrixCase(
            "ios-default-modified-never-goes-back", .source, "SecDbItem.c, SecDbItemMakeYounger",
            given: [
                .stored("a"), .happens(.clockSet(-3600)), .done(.update(.named("a"), .newValue)),
            ], .find(.attributes("a")), .attributes(["mdat": .date(1_800_000_000)])),
    ]
}
