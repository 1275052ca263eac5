import HoldfastApple

extension IOSMatrix {
    /// What a person, the system or the device's state makes of a prompt, asked directly and through
    /// the keychain.
    static let errorCases: [IOSMatrixCase] =
        directCases + throughCases + availabilityCases + mappingCases

    private static let header = "LAPublicDefines.h; LAError.h"
    private static let client = "SecItem.m, osstatus_for_localauthentication_error"
    private static let noFinger = IOSMatrixStep.happens(.removeAllFingers)
    private static let lockout = IOSMatrixStep.happens(.failedAttempts(5))

    private static func direct(
        _ id: String, _ mark: MatrixMark, given: [IOSMatrixStep],
        _ policy: AuthenticationPolicy, _ code: Int,
        _ turnKnobs: (inout IOSProfile) -> Void = { _ in }
    ) -> IOSMatrixCase {
        IOSMatrixCase(
            "ios-la-\(id)", mark, header, knobs: turnKnobs, given: [.makesContext] + given,
            .evaluate(policy), .code(code))
    }

    private static let directCases: [IOSMatrixCase] = [
        direct("confirms", .documented, given: [], .biometrics, 0),
        direct("fails", .documented, given: [.personWill(.failsBiometry)], .biometrics, -1),
        direct("cancels", .documented, given: [.personWill(.cancels)], .biometrics, -2),
        direct("fallback", .documented, given: [.personWill(.choosesFallback)], .biometrics, -3),
        direct(
            "fallback-hidden", .documented,
            given: [
                .tellsContext(.init(reason: "r", fallbackTitle: "")),
                .personWill(.choosesFallback),
            ], .biometrics, -2),
        direct(
            "fallback-is-passcode", .documented, given: [.personWill(.choosesFallback)],
            .deviceOwner, 0),
        direct("goes-home", .documented, given: [.personWill(.goesHome)], .biometrics, -4),
        direct("interrupted", .documented, given: [.personWill(.isInterrupted)], .biometrics, -4),
        direct("locks", .documented, given: [.personWill(.locksPhone)], .deviceOwner, -4),
        direct("waits", .assumed, given: [.personWill(.waits)], .biometrics, -4),
        direct("no-passcode", .documented, given: [.happens(.removePasscode)], .deviceOwner, -5),
        direct("no-biometry", .documented, given: [], .biometrics, -6) { $0.biometry = .none },
        direct(
            "denied", .reported, given: [.happens(.iOS(.deniesBiometry(IOSMatrixStage.app)))],
            .biometrics, -6),
        direct("not-enrolled", .documented, given: [noFinger], .biometrics, -7),
        direct("lockout", .documented, given: [lockout], .biometrics, -8),
        direct("lockout-device-owner", .documented, given: [lockout], .deviceOwner, 0),
        direct(
            "lockout-ends-with-passcode", .documented,
            given: [lockout, .done(.evaluate(.deviceOwner)), .makesContext], .biometrics, 0),
        direct(
            "lockout-ends-with-unlock", .documented,
            given: [lockout, .happens(.lock), .happens(.unlock)], .biometrics, 0),
        direct(
            "lockout-in-the-sheet", .reported,
            given: [.happens(.failedAttempts(3)), .personWill(.failsBiometry)], .biometrics, -8),
        direct(
            "four-attempts-are-none", .documented, given: [.happens(.failedAttempts(4))],
            .biometrics, 0),
        direct(
            "app-cancels", .documented,
            given: [.nextCallFails(LAErrorCode.failure(LAErrorCode.appCancel), .beforeEffect)],
            .biometrics, -9),
        direct("invalid-context", .documented, given: [.invalidatesContext], .biometrics, -10),
        direct(
            "not-interactive", .documented,
            given: [.tellsContext(.init(reason: "r", interactionNotAllowed: true))],
            .deviceOwner, -1004),
        direct("background-system-cancel", .reported, given: [.inBackground], .biometrics, -4),
        direct("background-not-interactive", .reported, given: [.inBackground], .biometrics, -1004)
        { $0.backgroundPrompt = .notInteractive },
        direct("locked-phone", .assumed, given: [.happens(.lock)], .biometrics, -4),
    ]

    private static func through(
        _ id: String, _ mark: MatrixMark, _ flags: AccessControlObject.Flags = .biometryAny,
        given: [IOSMatrixStep], _ code: Int,
        _ turnKnobs: (inout IOSProfile) -> Void = { _ in }
    ) -> IOSMatrixCase {
        IOSMatrixCase(
            "ios-la-through-keychain-\(id)", mark, client, knobs: turnKnobs,
            given: [.guarded("a", flags)] + given, .find(.data("a")), .code(code))
    }

    private static let throughCases: [IOSMatrixCase] = [
        through("fails", .source, given: [.personWill(.failsBiometry)], -25293),
        through("cancels", .source, given: [.personWill(.cancels)], -128),
        through("no-fallback-button", .assumed, given: [.personWill(.choosesFallback)], -128),
        through("goes-home", .source, given: [.personWill(.goesHome)], -25293),
        through("interrupted", .source, given: [.personWill(.isInterrupted)], -25293),
        through("locks", .source, given: [.personWill(.locksPhone)], -25293),
        through("no-passcode", .source, given: [.happens(.removePasscode)], -25293),
        through("not-enrolled", .source, given: [noFinger], -25293),
        through("lockout", .source, given: [lockout], -25293),
        through("lockout-presence", .documented, .userPresence, given: [lockout], 0),
        through("background", .reported, given: [.inBackground], -25293),
        through("background-not-interactive", .reported, given: [.inBackground], -25308) {
            $0.backgroundPrompt = .notInteractive
        },
    ]

    private static func availability(
        _ id: String, _ mark: MatrixMark, given: [IOSMatrixStep],
        _ policy: AuthenticationPolicy, _ code: Int,
        _ turnKnobs: (inout IOSProfile) -> Void = { _ in }
    ) -> IOSMatrixCase {
        IOSMatrixCase(
            "ios-la-can-\(id)", mark, header, knobs: turnKnobs, given: [.makesContext] + given,
            .canEvaluate(policy), .code(code))
    }

    private static let availabilityCases: [IOSMatrixCase] = [
        availability("biometrics", .documented, given: [], .biometrics, 0),
        availability("device-owner", .documented, given: [], .deviceOwner, 0),
        availability(
            "no-passcode", .documented, given: [.happens(.removePasscode)], .biometrics, -5),
        availability(
            "no-passcode-order", .assumed, given: [.happens(.removePasscode)], .biometrics, -7
        ) { $0.asksBiometryBeforePasscode = true },
        availability("none", .documented, given: [], .biometrics, -6) { $0.biometry = .none },
        availability("none-device-owner", .documented, given: [], .deviceOwner, 0) {
            $0.biometry = .none
        },
        availability("not-enrolled", .documented, given: [noFinger], .biometrics, -7),
        availability("lockout", .documented, given: [lockout], .biometrics, -8),
        availability("lockout-device-owner", .documented, given: [lockout], .deviceOwner, 0),
    ]

    /// The whole table, each code put in place of the evaluation's own answer.
    private static let mappingCases: [IOSMatrixCase] =
        [-1, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13].map { mapping($0, -25293) }
        + [mapping(-2, -128), mapping(-1004, -25308)]

    private static func mapping(_ code: Int, _ status: Int) -> IOSMatrixCase {
        IOSMatrixCase(
            "ios-la-mapping\(code)", .source, client,
            given: [.guarded("a", .userPresence), .happens(.iOS(.nextPromptEnds(code: code)))],
            .find(.data("a")), .code(status))
    }
}
