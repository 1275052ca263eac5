/// The codes of `LAError`.
///
/// - Note: `LAPublicDefines.h`; `SecItem.m`, `osstatus_for_localauthentication_error`.
enum LAErrorCode {
    static let authenticationFailed = -1
    static let userCancel = -2
    static let userFallback = -3
    static let systemCancel = -4
    static let passcodeNotSet = -5
    static let biometryNotAvailable = -6
    static let biometryNotEnrolled = -7
    static let biometryLockout = -8
    static let appCancel = -9
    static let invalidContext = -10
    static let notInteractive = -1004

    private static let names: [Int: String] = [
        -1: "authenticationFailed", -2: "userCancel", -3: "userFallback", -4: "systemCancel",
        -5: "passcodeNotSet", -6: "biometryNotAvailable", -7: "biometryNotEnrolled",
        -8: "biometryLockout", -9: "appCancel", -10: "invalidContext",
        -11: "companionNotAvailable", -12: "biometryNotPaired", -13: "biometryDisconnected",
        -14: "invalidDimensions", -1004: "notInteractive",
    ]

    static let domain = "com.apple.LocalAuthentication"

    static func text(_ code: Int) -> String {
        code == 0 ? "0" : "\(names[code] ?? "LAError") (\(code))"
    }

    static func failure(_ code: Int) -> NativeFailure {
        NativeFailure(domain: domain, code: code, name: "LAError.\(names[code] ?? "other")")
    }

    /// What the keychain makes of it: all but two look like a wrong password.
    static func status(_ code: Int) -> Int32 {
        switch code {
        case 0: SecStatus.success
        case userCancel: SecStatus.userCanceled
        case notInteractive: SecStatus.interactionNotAllowed
        default: SecStatus.authFailed
        }
    }
}
