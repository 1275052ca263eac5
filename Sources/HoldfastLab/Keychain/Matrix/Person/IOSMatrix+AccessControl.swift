import HoldfastApple

extension IOSMatrix {
    /// Which access controls can be made at all.
    static let accessControlCases: [IOSMatrixCase] =
        accepted.map { accessControlCase("accepts", $0, $1, $2, 0) }
        + refused.map { accessControlCase("refuses", $0, $1, $2, -50) }

    private typealias Flags = AccessControlObject.Flags

    private static let accepted: [(String, String, Flags)] = [
        ("none", "ak", []), ("presence", "ak", .userPresence), ("any", "aku", .biometryAny),
        ("current", "akpu", .biometryCurrentSet), ("passcode", "ck", .devicePasscode),
        ("current-or-passcode", "ak", [.biometryCurrentSet, .or, .devicePasscode]),
        ("any-and-passcode", "ak", [.biometryAny, .and, .devicePasscode]),
        ("presence-password", "ak", [.userPresence, .applicationPassword]),
        ("presence-key", "aku", [.userPresence, .privateKeyUsage]),
        ("two-without-operator", "ak", [.biometryAny, .devicePasscode]),
    ]

    private static let refused: [(String, String, Flags)] = [
        ("unknown-class", "zz", []), ("or-and", "ak", [.or, .and, .biometryAny, .devicePasscode]),
        ("any-current", "ak", [.biometryAny, .or, .biometryCurrentSet]),
        ("presence-any", "ak", [.userPresence, .biometryAny]),
        ("presence-passcode", "ak", [.userPresence, .or, .devicePasscode]),
    ]

    private static func accessControlCase(
        _ verb: String, _ name: String, _ protection: String, _ flags: Flags, _ status: Int
    ) -> IOSMatrixCase {
        IOSMatrixCase(
            "ios-accc-\(verb)-\(name)", .tested,
            "si_77_SecAccessControl.c; SecAccessControl.m, SecAccessControlCreateWithFlags",
            .createAccessControl(.init(protection: protection, flags: flags)), .code(status))
    }
}
