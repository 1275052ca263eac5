import HoldfastApple

extension IOSMatrix {
    /// When a person is asked, and when an item with an access control can be written.
    static let promptCases: [IOSMatrixCase] = writeCases + readCases + changeCases

    private static let item = "SecItem.h, kSecAttrAccessControl"
    private static let decrypt = "SecDbKeychainItem.m, ks_decrypt_data"
    private static let noFinger = IOSMatrixStep.happens(.removeAllFingers)

    private static let writeCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-prompt-add-none", .source, "SecItem.m", given: [.guarded("a", .userPresence)],
            .countPrompts, .count(0)),
        IOSMatrixCase(
            "ios-prompt-add-presence-without-finger", .documented, "SecAccessControl.h",
            given: [noFinger], .add(.guarded("a", .userPresence)), .code(0)),
        IOSMatrixCase(
            "ios-prompt-add-any-without-finger", .reported, "oblador/react-native-keychain 752",
            given: [noFinger], .add(.guarded("a", .biometryAny)), .code(-25293)),
        IOSMatrixCase(
            "ios-prompt-add-current-or-passcode-without-finger", .reported,
            "oblador/react-native-keychain 752", given: [noFinger],
            .add(.guarded("a", [.biometryCurrentSet, .or, .devicePasscode])), .code(-25293)),
        IOSMatrixCase(
            "ios-prompt-add-without-passcode", .source, "SecItem.m",
            given: [.happens(.removePasscode)], .add(.guarded("a", .userPresence)),
            .code(-25293)),
        IOSMatrixCase(
            "ios-prompt-add-locked", .source, "SecKeybagSupport.c", given: [.happens(.lock)],
            .add(.guarded("a", .userPresence)), .code(-25308)),
        IOSMatrixCase(
            "ios-prompt-add-password", .source, "SecItem.m",
            given: [.guarded("a", .applicationPassword)], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-prompt-default-allow", .source, "SecAccessControl.m",
            given: [.guarded("a", []), .call(.find(.data("a")), .values(["value of a"]))],
            .countPrompts, .count(0)),
    ]

    private static let readCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-prompt-read", .documented, item,
            given: [
                .guarded("a", .userPresence),
                .call(.find(.data("a")), .values(["value of a"])),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-prompt-read-twice", .documented, item,
            given: [
                .guarded("a", .userPresence), .done(.find(.data("a"))), .done(.find(.data("a"))),
            ], .countPrompts, .count(2)),
        IOSMatrixCase(
            "ios-prompt-attributes", .source, decrypt,
            given: [.guarded("a", .userPresence), .done(.find(.attributes("a")))], .countPrompts,
            .count(1)),
        IOSMatrixCase(
            "ios-prompt-exists", .source, decrypt,
            given: [.guarded("a", .userPresence), .done(.find(.named("a")))], .countPrompts,
            .count(1)),
        IOSMatrixCase(
            "ios-prompt-fail", .documented, "SecItem.h, kSecUseAuthenticationUIFail",
            given: [.guarded("a", .userPresence)],
            .find(.attributes("a", ["u_AuthUI": .text("u_AuthUIF")])), .code(-25308)),
        IOSMatrixCase(
            "ios-prompt-no-ui", .documented, "SecItem.h, kSecUseNoAuthenticationUI",
            given: [.guarded("a", .userPresence)],
            .find(.data("a", ["u_NoAuthUI": .flag(true)])), .code(-25308)),
        IOSMatrixCase(
            "ios-prompt-fail-absent", .source, decrypt,
            .find(.attributes("a", ["u_AuthUI": .text("u_AuthUIF")])), .code(-25300)),
        IOSMatrixCase(
            "ios-prompt-skip", .documented, "SecItem.h, kSecUseAuthenticationUISkip",
            given: [.guarded("a", .userPresence)],
            .find(.data("a", ["u_AuthUI": .text("u_AuthUIS")])), .code(-25300)),
        IOSMatrixCase(
            "ios-prompt-skip-keeps-row", .documented, "SecItem.h, kSecUseAuthenticationUISkip",
            given: [
                .guarded("a", .userPresence),
                .call(.find(.data("a", ["u_AuthUI": .text("u_AuthUIS")])), .code(-25300)),
            ], .countRows, .count(1)),
        IOSMatrixCase(
            "ios-prompt-locked", .source, "SecKeybagSupport.c",
            given: [.guarded("a", .userPresence), .happens(.lock)], .find(.data("a")),
            .code(-25308)),
        IOSMatrixCase(
            "ios-prompt-without-passcode", .source, "SecItem.m",
            given: [.guarded("a", .userPresence), .happens(.removePasscode)], .find(.data("a")),
            .code(-25293)),
        IOSMatrixCase(
            "ios-prompt-twenty-rounds", .tested, "secd-81-item-acl.m",
            given: [
                .guarded("a", .userPresence), .happens(.iOS(.authenticationNeverSettles)),
            ], .find(.data("a")), .code(-25293)),
        IOSMatrixCase(
            "ios-prompt-any-and-passcode", .source, "SecAccessControl.m",
            given: [.guarded("a", [.biometryAny, .and, .devicePasscode])], .find(.data("a")),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-prompt-any-or-passcode", .source, "SecAccessControl.m",
            given: [
                .guarded("a", [.biometryAny, .or, .devicePasscode]), .personWill(.entersPasscode),
            ], .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-prompt-key-usage-constrains-no-value", .source, "SecAccessControl.m",
            given: [
                .guarded("a", [.userPresence, .privateKeyUsage]), .done(.find(.data("a"))),
            ], .countPrompts, .count(0)),
    ]

    private static let changeCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-prompt-update", .source, "SecDbItem.c, SecDbItemCopyWithUpdates",
            given: [.guarded("a", .userPresence), .done(.update(.named("a"), .newValue))],
            .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-prompt-update-cancelled", .reported, "SecItem.m",
            given: [.guarded("a", .userPresence), .personWill(.cancels)],
            .update(.named("a"), .newValue), .code(-128)),
        IOSMatrixCase(
            "ios-prompt-update-fail", .source, "SecItem.m", given: [.guarded("a", .userPresence)],
            .update(.named("a", ["u_AuthUI": .text("u_AuthUIF")]), .newValue), .code(-25308)),
        IOSMatrixCase(
            "ios-prompt-update-keeps-constraint", .source, "SecDbItem.c, SecDbItemCopyWithUpdates",
            given: [
                .guarded("a", .userPresence), .done(.update(.named("a"), .newValue)),
            ], .find(.data("a", ["u_AuthUI": .text("u_AuthUIF")])), .code(-25308)),
        IOSMatrixCase(
            "ios-prompt-delete", .source, "SecItemDb.c, s3dl_query_delete",
            given: [.guarded("a", .userPresence), .done(.delete(.named("a")))], .countPrompts,
            .count(0)),
        IOSMatrixCase(
            "ios-prompt-delete-current-set", .tested,
            "secdmockaks/mockaksKeychain.m, testAddDeleteItemWithBiometryCurrentSet",
            given: [.guarded("a", .biometryCurrentSet)], .delete(.named("a")), .code(0)),
    ]
}
