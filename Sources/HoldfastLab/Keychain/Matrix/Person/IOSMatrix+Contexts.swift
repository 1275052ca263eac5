import HoldfastApple

extension IOSMatrix {
    /// What an `LAContext` that was evaluated before is worth to the keychain.
    static let contextCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-context-evaluated", .documented, header,
            given: [
                .guarded("a", .biometryAny), .makesContext, .done(.evaluateItem(object)),
                .call(.find(with(1)), .values(["value of a"])),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-context-many-reads", .tested, "secdmockaks/mockaksKeychain.m, testLAContext",
            given: [
                .guarded("a", .biometryAny), .guarded("b", .biometryAny), .makesContext,
                .done(.evaluate(.biometrics)), .done(.find(with(1))), .done(.find(with(1))),
                .done(.find(.data("b", ["u_AuthCtx": .context(1)]))),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-context-first-read-evaluates", .documented, header,
            given: [
                .guarded("a", .biometryAny), .makesContext, .done(.find(with(1))),
                .done(.find(with(1))),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-context-not-enough", .documented, header,
            given: [
                .guarded("a", .devicePasscode), .makesContext, .done(.evaluate(.biometrics)),
                .call(.find(with(1)), .values(["value of a"])),
            ], .countPrompts, .count(2)),
        IOSMatrixCase(
            "ios-context-invalidated", .source, "SecItem.m",
            given: [
                .guarded("a", .biometryAny), .makesContext, .done(.evaluate(.biometrics)),
                .invalidatesContext,
            ], .find(with(1)), .code(-25293)),
        IOSMatrixCase(
            "ios-context-unknown", .source, "SecItem.m", given: [.guarded("a", .biometryAny)],
            .find(with(99)), .code(-25293)),
        IOSMatrixCase(
            "ios-context-not-interactive", .documented, "LAContext.h, interactionNotAllowed",
            given: [
                .guarded("a", .biometryAny), .makesContext,
                .tellsContext(.init(reason: "r", interactionNotAllowed: true)),
            ], .find(with(1)), .code(-25308)),
        IOSMatrixCase(
            "ios-context-reuse", .documented, reuse,
            given: [
                .guarded("a", .biometryAny), .happens(.lock), .happens(.unlock),
                .happens(.timePasses(60)), .makesContext,
                .tellsContext(.init(reason: "r", reuseSeconds: 60)), .done(.find(with(1))),
            ], .countPrompts, .count(0)),
        IOSMatrixCase(
            "ios-context-reuse-over", .documented, reuse,
            given: [
                .guarded("a", .biometryAny), .happens(.lock), .happens(.unlock),
                .happens(.timePasses(61)), .makesContext,
                .tellsContext(.init(reason: "r", reuseSeconds: 60)), .done(.find(with(1))),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-context-reuse-maximum", .documented, reuse,
            given: [
                .guarded("a", .biometryAny), .happens(.lock), .happens(.unlock),
                .happens(.timePasses(301)), .makesContext,
                .tellsContext(.init(reason: "r", reuseSeconds: 3600)), .done(.find(with(1))),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-context-reuse-not-by-passcode", .documented, reuse,
            given: [
                .guarded("a", .biometryAny), .happens(.reboot), .happens(.unlock),
                .happens(.foreground(IOSMatrixStage.app)), .makesContext,
                .tellsContext(.init(reason: "r", reuseSeconds: 60)), .done(.find(with(1))),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-context-reuse-counts-no-prompt", .documented, reuse,
            given: [
                .guarded("a", .biometryAny), .done(.find(.data("a"))), .makesContext,
                .tellsContext(.init(reason: "r", reuseSeconds: 60)), .done(.find(with(1))),
            ], .countPrompts, .count(2)),
    ]

    private static let header = "SecItem.h, kSecUseAuthenticationContext"
    private static let reuse = "LAContext.h, touchIDAuthenticationAllowableReuseDuration"
    private static let object = AccessControlObject(protection: "ak", flags: .biometryAny)

    private static func with(_ context: Int) -> SecItemDictionary {
        .data("a", ["u_AuthCtx": .context(context)])
    }
}
