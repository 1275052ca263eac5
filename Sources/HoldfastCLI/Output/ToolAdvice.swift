import HoldfastCore

/// What a person at a shell can do, where the catalogue's advice speaks to whoever writes an app.
enum ToolAdvice {
    /// The advice of an error line.
    ///
    /// - Parameter error: the error.
    /// - Returns: the error's own advice, else the tool's for its code, else the catalogue's.
    static func of(_ error: KeychainError) -> String {
        error.advice ?? forCode(error.code) ?? error.recovery
    }

    private static func forCode(_ code: KeychainError.Code) -> String? {
        switch code {
        case .userCanceled: "run it again when you are ready"
        case .authFailed: "check it and try again"
        case .lockout: "wait that long and try again"
        case .biometryNotAvailable, .biometryNotEnrolled:
            "choose another --access-control, for example devicePasscode"
        case .passcodeNotSet: "run 'holdfast passcode set' first"
        case .interactionNotAllowed: "run 'holdfast unlock'"
        case .authRequired, .noActivity:
            "run it in a terminal, or give the passcode with --passcode-fd"
        case .keyInvalidated:
            "get the value again and store it with 'holdfast set --accessible CLASS', or remove it"
        case .unsupported: "choose what this store can do, or update to a newer version"
        case .invalidArgument: "correct the command line or its input"
        default: nil
        }
    }
}
