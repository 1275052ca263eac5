import HoldfastApple

extension IOSMatrix {
    /// Changed fingers and faces, and phones that must be told why a face is asked for.
    static let enrolmentCases: [IOSMatrixCase] = setCases + domainCases + usageCases

    private static let finger = IOSMatrixStep.happens(.enrolFinger)
    private static let invalid = "SecKeybagSupport.c, create_cferror_from_aks"

    private static let setCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-enrol-current-read", .reported, invalid,
            given: [.guarded("a", .biometryCurrentSet), finger], .find(.data("a")),
            .code(-25300)),
        IOSMatrixCase(
            "ios-enrol-current-no-prompt", .assumed, invalid,
            given: [
                .guarded("a", .biometryCurrentSet), finger,
                .call(.find(.data("a")), .code(-25300)),
            ], .countPrompts, .count(0)),
        IOSMatrixCase(
            "ios-enrol-current-purges", .source, invalid,
            given: [
                .guarded("a", .biometryCurrentSet), finger,
                .call(.find(.data("a")), .code(-25300)),
            ], .countRows, .count(0)),
        IOSMatrixCase(
            "ios-enrol-current-removed-finger", .documented, "SecAccessControl.h",
            given: [finger, .guarded("a", .biometryCurrentSet), .happens(.removeFinger)],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-enrol-current-update", .source, invalid,
            given: [.guarded("a", .biometryCurrentSet), finger],
            .update(.named("a"), .newValue), .code(-25300)),
        IOSMatrixCase(
            "ios-enrol-current-delete", .source, invalid,
            given: [.guarded("a", .biometryCurrentSet), finger], .delete(.named("a")), .code(0)),
        IOSMatrixCase(
            "ios-enrol-current-auth-failed", .reported, "cordova-plugin-touch-id 28",
            knobs: { $0.currentSetInvalidation = .authFailed },
            given: [.guarded("a", .biometryCurrentSet), finger], .find(.data("a")),
            .code(-25293)),
        IOSMatrixCase(
            "ios-enrol-current-auth-failed-keeps-row", .reported, "cordova-plugin-touch-id 28",
            knobs: { $0.currentSetInvalidation = .authFailed },
            given: [
                .guarded("a", .biometryCurrentSet), finger,
                .call(.find(.data("a")), .code(-25293)),
            ], .countRows, .count(1)),
        IOSMatrixCase(
            "ios-enrol-current-or-passcode", .assumed, "the passcode is still a way in",
            given: [
                .guarded("a", [.biometryCurrentSet, .or, .devicePasscode]), finger,
                .personWill(.entersPasscode),
            ], .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-enrol-any-unaffected", .documented, "SecAccessControl.h",
            given: [.guarded("a", .biometryAny), finger], .find(.data("a")),
            .values(["value of a"])),
        IOSMatrixCase(
            "ios-enrol-presence-unaffected", .documented, "SecAccessControl.h",
            given: [.guarded("a", .userPresence), .happens(.removeAllFingers)],
            .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-enrol-reset-keeps-any", .documented, "SecAccessControl.h",
            given: [.guarded("a", .biometryAny), .happens(.removeAllFingers), finger],
            .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-enrol-reset-breaks-any", .reported, "Apple Developer Forums 774790",
            knobs: { $0.resetBreaksBiometryAny = true },
            given: [.guarded("a", .biometryAny), .happens(.removeAllFingers), finger],
            .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-enrol-update-keeps-binding", .assumed, "SecDbItem.c, SecDbItemCopyWithUpdates",
            given: [
                .guarded("a", .biometryCurrentSet), .done(.update(.named("a"), .newValue)), finger,
            ], .find(.data("a")), .code(-25300)),
    ]

    private static let domain = "LAContext.h, evaluatedPolicyDomainState"
    private static let looked: [IOSMatrixStep] = [
        .makesContext, .done(.canEvaluate(.biometrics)),
        .call(.domainStateChanged, .flag(true)),
    ]
    private static let looksAgain: [IOSMatrixStep] = [
        .makesContext, .done(.canEvaluate(.biometrics)),
    ]

    private static let domainCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-domain-none-at-first", .documented, domain, given: [.makesContext],
            .domainStateChanged, .flag(false)),
        IOSMatrixCase(
            "ios-domain-stays", .documented, domain, given: looked + looksAgain,
            .domainStateChanged, .flag(false)),
        IOSMatrixCase(
            "ios-domain-new-finger", .documented, domain, given: looked + [finger] + looksAgain,
            .domainStateChanged, .flag(true)),
        IOSMatrixCase(
            "ios-domain-none-enrolled", .documented, domain,
            given: looked + [
                .happens(.removeAllFingers), .makesContext,
                .call(.canEvaluate(.biometrics), .code(-7)),
                .call(.domainStateChanged, .flag(true)), .makesContext,
            ], .domainStateChanged, .flag(false)),
        IOSMatrixCase(
            "ios-domain-passcode-change-stays", .documented, domain,
            given: looked + [.happens(.changePasscode)] + looksAgain, .domainStateChanged,
            .flag(false)),
        IOSMatrixCase(
            "ios-domain-system-update", .reported, "Apple Developer Forums 774790",
            given: looked + [.happens(.iOS(.changesDomainState))] + looksAgain,
            .domainStateChanged, .flag(true)),
    ]

    private static let tcc = "expo/expo 20030; passforios 193"
    private static let silent = IOSMatrixStep.built(AppBuild(hasFaceIDUsageDescription: false))

    private static let usageCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-usage-evaluate-kills", .reported, tcc,
            given: [silent, .makesContext, .call(.evaluate(.biometrics), .code(-4))], .isAlive,
            .flag(false)),
        IOSMatrixCase(
            "ios-usage-evaluate-trap", .reported, tcc,
            given: [silent, .makesContext, .call(.evaluate(.biometrics), .code(-4))], .lastTrap,
            .trap(.missingUsageDescription)),
        IOSMatrixCase(
            "ios-usage-add-kills", .reported, tcc,
            given: [silent, .call(.add(.guarded("a", .biometryAny)), .code(-25291))], .isAlive,
            .flag(false)),
        IOSMatrixCase(
            "ios-usage-read-kills", .reported, tcc,
            given: [
                .guarded("a", .userPresence), silent, .call(.find(.data("a")), .code(-25291)),
            ], .isAlive, .flag(false)),
        IOSMatrixCase(
            "ios-usage-plain-item", .documented, "Info.plist, NSFaceIDUsageDescription",
            given: [silent, .stored("a"), .done(.find(.data("a")))], .isAlive, .flag(true)),
        IOSMatrixCase(
            "ios-usage-can-evaluate", .documented, "LAContext.h, canEvaluatePolicy",
            given: [silent, .makesContext, .done(.canEvaluate(.biometrics))], .isAlive,
            .flag(true)),
        IOSMatrixCase(
            "ios-usage-touch-id", .documented, "Info.plist, NSFaceIDUsageDescription",
            knobs: { $0.biometry = .touchID },
            given: [silent, .makesContext, .done(.evaluate(.biometrics))], .isAlive,
            .flag(true)),
    ]
}
