import HoldfastApple

extension IOSMatrix {
    /// Keys of the Secure Enclave: made, used by whom it permits, and lost.
    static let enclaveCases: [IOSMatrixCase] = useCases + lossCases + rowStateCases

    private static let cryptoKit = "CryptoKit, SecureEnclave.P256"
    private static let free = AccessControlObject(protection: "ck", flags: .privateKeyUsage)
    private static let classA = AccessControlObject(protection: "aku", flags: .privateKeyUsage)
    private static let akpu = AccessControlObject(protection: "akpu", flags: .privateKeyUsage)
    private static let guarded = AccessControlObject(
        protection: "aku", flags: [.biometryCurrentSet, .privateKeyUsage])
    private static let corrupted = IOSMatrixAnswer.error(domain: "CryptoTokenKit", code: -3)

    private static func status(_ code: Int) -> IOSMatrixAnswer {
        .error(domain: "NSOSStatusErrorDomain", code: code)
    }

    private static func made(_ object: AccessControlObject) -> IOSMatrixStep {
        .done(.makeKey(.signing, object))
    }

    private static let useCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-enclave-sign", .documented, cryptoKit, given: [made(free)], .sign(context: nil),
            .flag(true)),
        IOSMatrixCase(
            "ios-enclave-agree", .documented, cryptoKit,
            given: [.done(.makeKey(.keyAgreement, free))], .agree(context: nil), .count(32)),
        IOSMatrixCase(
            "ios-enclave-agree-with-signing-key", .assumed, cryptoKit, given: [made(free)],
            .agree(context: nil), status(-50)),
        IOSMatrixCase(
            "ios-enclave-prompt", .documented, "SecAccessControl.h, privateKeyUsage",
            given: [made(guarded), .call(.sign(context: nil), .flag(true))], .countPrompts,
            .count(1)),
        IOSMatrixCase(
            "ios-enclave-evaluated-context", .documented, "SecItem.h, kSecUseAuthenticationContext",
            given: [
                made(guarded), .makesContext, .done(.evaluate(.biometrics)),
                .call(.sign(context: 1), .flag(true)),
            ], .countPrompts, .count(1)),
        IOSMatrixCase(
            "ios-enclave-cancelled", .reported, "TKError.h, canceledByUser",
            given: [made(guarded), .personWill(.cancels)], .sign(context: nil),
            .error(domain: "CryptoTokenKit", code: -4)),
        IOSMatrixCase(
            "ios-enclave-prompt-interrupted", .assumed, "LAError.h",
            given: [made(guarded), .personWill(.isInterrupted)], .sign(context: nil),
            .error(domain: "com.apple.LocalAuthentication", code: -4)),
        IOSMatrixCase(
            "ios-enclave-class-c-locked", .source, "SecAccessControl.h",
            given: [made(free), .happens(.lock)], .sign(context: nil), .flag(true)),
        IOSMatrixCase(
            "ios-enclave-class-c-before-first-unlock", .assumed, "as class C items",
            given: [made(free), .happens(.reboot)], .sign(context: nil), status(-25308)),
        IOSMatrixCase(
            "ios-enclave-class-a-locked", .assumed, "kAKSReturnNoPermission",
            given: [made(classA), .happens(.lock)], .sign(context: nil), status(-25308)),
        IOSMatrixCase(
            "ios-enclave-class-a-locked-looks-damaged", .assumed, "TKError.h, corruptedData",
            knobs: { $0.lockedEnclaveKeyLooksDamaged = true },
            given: [made(classA), .happens(.lock)],
            .sign(context: nil), corrupted),
        IOSMatrixCase(
            "ios-enclave-make-locked", .source, "SecKeybagSupport.c", given: [.happens(.lock)],
            .makeKey(.signing, classA), status(-25308)),
        IOSMatrixCase(
            "ios-enclave-make-without-key-usage", .assumed, "SecAccessControl.h, privateKeyUsage",
            .makeKey(.signing, .init(protection: "aku", flags: [])), status(-50)),
        IOSMatrixCase(
            "ios-enclave-make-without-finger", .source, "SecItem.m",
            given: [.happens(.removeAllFingers)], .makeKey(.signing, guarded), status(-25293)),
        IOSMatrixCase(
            "ios-enclave-missing", .assumed, "errSecUnimplemented",
            knobs: { $0.hasSecureEnclave = false },
            .makeKey(.signing, free), status(-4)),
        IOSMatrixCase(
            "ios-enclave-missing-auth-failed", .assumed, "errSecAuthFailed",
            knobs: {
                $0.hasSecureEnclave = false
                $0.missingEnclave = .authFailed
            }, .makeKey(.signing, free), status(-25293)),
    ]

    private static let lossCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-enclave-new-finger", .reported, "TKError.h, corruptedData",
            given: [made(guarded), .happens(.enrolFinger)], .sign(context: nil), corrupted),
        IOSMatrixCase(
            "ios-enclave-passcode-change", .documented, "SecAccessControl.h",
            given: [made(akpu), .happens(.changePasscode)], .sign(context: nil), .flag(true)),
        IOSMatrixCase(
            "ios-enclave-passcode-removed", .documented, "SecItem.h",
            given: [made(akpu), .happens(.removePasscode)], .sign(context: nil), corrupted),
        IOSMatrixCase(
            "ios-enclave-passcode-set-again", .documented, "SecItem.h",
            given: [made(akpu), .happens(.removePasscode), .happens(.setPasscode)],
            .sign(context: nil), corrupted),
        IOSMatrixCase(
            "ios-enclave-erased", .documented, cryptoKit,
            given: [made(free), .happens(.factoryReset)], .sign(context: nil), corrupted),
        IOSMatrixCase(
            "ios-enclave-uninstalled", .reported, "the blob is the app's own file",
            given: [made(free), .happens(.uninstall(IOSMatrixStage.app))], .sign(context: nil),
            .flag(true)),
    ]

    /// A row that refers to a key is always found, whatever class was asked for.
    private static let rowStateCases: [IOSMatrixCase] = State.allCases.map { state in
        IOSMatrixCase(
            "ios-enclave-row-\(state.rawValue)", .source, "SecItem.m, SecTokenItemAdd",
            given: [.done(.add(tokenRow))] + steps(to: state), .find(tokenQuery),
            .attributes(["pdmn": .text("dk")]))
    }
}
