import HoldfastApple
import HoldfastCrypto

extension IOSMatrix {
    /// What the client library and the daemon refuse before they look at a row.
    static let parsingCases: [IOSMatrixCase] =
        classCases + attributeCases + accessControlTypeCases + interfaceCases + keyCases

    /// One broken dictionary in each of the four calls.
    private static func everywhere(
        _ id: String, _ mark: MatrixMark, _ source: String, _ broken: SecItemDictionary,
        _ status: Int
    ) -> [IOSMatrixCase] {
        let calls: [(String, IOSMatrixCall)] = [
            ("add", .add(broken)), ("find", .find(broken)),
            ("update", .update(broken, .newValue)), ("delete", .delete(broken)),
        ]
        return calls.map { name, call in
            IOSMatrixCase("ios-parse-\(id)-\(name)", mark, source, call, .code(status))
        }
    }

    private static let classCases =
        everywhere("no-class", .source, "SecDbQuery.c, query_create", ["acct": .text("a")], -50)
        + everywhere(
            "unknown-class", .source, "SecDbQuery.c, query_create",
            .named("a", ["class": .text("what")]), -25306)

    private static let attributeCases: [IOSMatrixCase] =
        everywhere(
            "unknown-attribute", .source, "SecDbQuery.c, query_applier",
            .named("a", ["what": .text("x")]), -25303)
        + everywhere(
            "unknown-key", .source, "SecDbQuery.c, query_applier",
            .named("a", ["strange": .text("x")]), -50)
        + everywhere(
            "account-flag", .source, "SecDbItem.c, copyBlob", .named("a", ["acct": .flag(true)]),
            -50)
        + everywhere(
            "unknown-accessibility", .source, "SecDbQuery.c, query_parse_keyclass",
            .named("a", ["pdmn": .text("zz")]), -50)
        + everywhere(
            "value-text", .source, "SecDbQuery.c, query_set_data",
            .named("a", ["v_Data": .text("x")]), -50)
        + [
            IOSMatrixCase(
                "ios-parse-update-value-text", .source, "SecDbQuery.c, query_set_data",
                given: [.stored("a")], .update(.named("a"), ["v_Data": .text("x")]), .code(-50)),
            IOSMatrixCase(
                "ios-parse-update-unknown-attribute", .source,
                "SecDbQuery.c, query_update_applier", given: [.stored("a")],
                .update(.named("a"), ["what": .text("x")]), .code(-25303)),
        ]

    private static let strong = AccessControlObject(protection: "ak", flags: .userPresence)

    private static let accessControlTypeCases: [IOSMatrixCase] =
        everywhere(
            "accc-type", .tested, "KeychainAPITests.m, testBadTypeInParams",
            .named("a", ["accc": .text("ak")]), -50)
        + everywhere(
            "accc-disagrees", .source, "SecDbQuery.c, query_set_access_control",
            .named("a", ["accc": .accessControl(strong), "pdmn": .text("ck")]), -50)
        + [
            IOSMatrixCase(
                "ios-parse-accc-agrees", .source, "SecDbQuery.c, query_set_access_control",
                .add(.guarded("a", .userPresence, "ak", ["pdmn": .text("ak")])), .code(0)),
            IOSMatrixCase(
                "ios-parse-accc-sync-add", .source, "SecItem.m, SecItemAuthDoQuery",
                .add(.guarded("a", .userPresence, "ak", ["sync": .flag(true)])), .code(-50)),
            IOSMatrixCase(
                "ios-parse-accc-sync-update", .source, "SecItem.m, SecItemAuthDoQuery",
                given: [.stored("a")],
                .update(
                    .named("a"), ["accc": .accessControl(strong), "sync": .flag(true)]),
                .code(-50)),
            IOSMatrixCase(
                "ios-parse-sync-this-device-accepted", .assumed,
                "SecItem.h forbids it; no check in the source",
                .add(.item("a", "aku", ["sync": .flag(true)])), .code(0)),
            IOSMatrixCase(
                "ios-parse-sync-this-device-refused", .assumed,
                "SecItem.h, kSecAttrSynchronizable",
                knobs: { $0.refusesSyncedThisDeviceOnly = true },
                .add(.item("a", "aku", ["sync": .flag(true)])), .code(-50)),
        ]

    private static let interfaceCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-parse-skip-add", .tested, "secd-81-item-acl.m, item_with_skip_auth_ui",
            .add(.item("a", "ak", ["u_AuthUI": .text("u_AuthUIS")])), .code(-50)),
        IOSMatrixCase(
            "ios-parse-skip-update", .tested, "secd-81-item-acl.m, item_with_skip_auth_ui",
            given: [.stored("a")],
            .update(.named("a", ["u_AuthUI": .text("u_AuthUIS")]), .newValue), .code(-50)),
        IOSMatrixCase(
            "ios-parse-skip-delete", .tested, "secd-81-item-acl.m, item_with_skip_auth_ui",
            given: [.stored("a")], .delete(.named("a", ["u_AuthUI": .text("u_AuthUIS")])),
            .code(-50)),
        IOSMatrixCase(
            "ios-parse-context-type", .source, "SecItem.m",
            .find(.data("a", ["u_AuthCtx": .text("x")])),
            .code(-50)),
        IOSMatrixCase(
            "ios-parse-context-and-reference", .source, "SecItem.m",
            .find(.data("a", ["u_AuthCtx": .context(1), "u_CredRef": .text("x")])), .code(-50)),
    ]

    private static let reference = SecItemValue.data(SecretBytes(Array(repeating: 1, count: 20)))

    private static let keyCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-parse-reference-add", .source, "SecItemServer.c, SecItemServerAdd",
            .add(.item("a", "ak", ["v_PersistentRef": reference])), .code(-50)),
        IOSMatrixCase(
            "ios-parse-reference-update", .source, "SecItemServer.c, SecItemServerUpdate",
            .update(.named("a", ["v_PersistentRef": reference]), .newValue), .code(-50)),
        IOSMatrixCase(
            "ios-parse-reference-delete", .source, "SecItemServer.c, SecItemServerDelete",
            .delete(.named("a", ["v_PersistentRef": reference])), .code(-50)),
        IOSMatrixCase(
            "ios-parse-return-update", .tested,
            "KeychainAPITests.m, testReturnValuesInSecItemUpdate", given: [.stored("a")],
            .update(.data("a"), .newValue), .code(-50)),
        IOSMatrixCase(
            "ios-parse-return-delete", .source, "SecItemServer.c, SecItemServerDelete",
            given: [.stored("a")], .delete(.data("a")), .code(0)),
        IOSMatrixCase(
            "ios-parse-limit-update", .source, "SecItemDb.c, query_match_count",
            given: [.stored("a")],
            .update(.named("a", ["m_Limit": .text("m_LimitAll")]), .newValue), .code(-50)),
        IOSMatrixCase(
            "ios-parse-limit-delete", .source, "SecItemDb.c, query_match_count",
            given: [.stored("a")], .delete(.named("a", ["m_Limit": .text("m_LimitAll")])),
            .code(-50)),
        IOSMatrixCase(
            "ios-parse-limit-add-answers", .source, "SecItemDb.c, s3dl_query_add",
            .add(.item("a", "ak", ["m_Limit": .text("m_LimitOne")])), .code(0)),
        IOSMatrixCase(
            "ios-parse-limit-add-stores-nothing", .source, "SecItemDb.c, s3dl_query_add",
            given: [.done(.add(.item("a", "ak", ["m_Limit": .text("m_LimitOne")])))],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-parse-limit-add-springs-trap", .source, "SecItemDb.c, s3dl_query_add",
            given: [.done(.add(.item("a", "ak", ["m_Limit": .text("m_LimitOne")])))],
            .lastTrap, .trap(.matchKeyInAdd)),
        IOSMatrixCase(
            "ios-parse-identity", .assumed, "not simulated: identities are joins of keys",
            given: [.call(.find(["class": .text("idnt")]), .code(-4))], .lastTrap,
            .trap(.classNotSimulated)),
    ]
}
