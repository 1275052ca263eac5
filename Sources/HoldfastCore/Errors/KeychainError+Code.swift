extension KeychainError {
    /// One of the stable codes, as a string that logs, scripts and other languages can match.
    ///
    /// It is a struct over its string and not an enum, so that a code added later breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code as it stands in the catalogue, in logs and in `--json` output.
        public let rawValue: String

        /// Takes a code by its stable string.
        ///
        /// - Parameter rawValue: for example `USER_CANCELED`.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The stable string.
        public var description: String { rawValue }

        /// Matches a thrown error by its code: `catch KeychainError.Code.authFailed`.
        ///
        /// - Parameters:
        ///   - code: the code asked for.
        ///   - error: any thrown error.
        /// - Returns: whether `error` is a ``KeychainError`` with that code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? KeychainError)?.code == code
        }

        /// Matches an error of a typed `throws` by its code.
        ///
        /// - Parameters:
        ///   - code: the code asked for.
        ///   - error: the error thrown.
        /// - Returns: whether `error` has that code.
        public static func ~= (code: Code, error: KeychainError) -> Bool {
            error.code == code
        }
    }
}

extension KeychainError.Code {
    /// The person closed the prompt.
    public static let userCanceled = Self(rawValue: "USER_CANCELED")
    /// The person chose the prompt's other way in.
    public static let userFallback = Self(rawValue: "USER_FALLBACK")
    /// The system closed the prompt.
    public static let systemCanceled = Self(rawValue: "SYSTEM_CANCELED")
    /// The finger, face or passcode was not the right one.
    public static let authFailed = Self(rawValue: "AUTH_FAILED")
    /// Too many failed attempts; over after a time.
    public static let lockout = Self(rawValue: "LOCKOUT")
    /// Too many failed attempts; over after an unlock with the passcode.
    public static let lockoutPermanent = Self(rawValue: "LOCKOUT_PERMANENT")
    /// The item needs biometrics and none is enrolled.
    public static let biometryNotEnrolled = Self(rawValue: "BIOMETRY_NOT_ENROLLED")
    /// No biometric sensor, or none that answers.
    public static let biometryNotAvailable = Self(rawValue: "BIOMETRY_NOT_AVAILABLE")
    /// The item needs a passcode and none is set.
    public static let passcodeNotSet = Self(rawValue: "PASSCODE_NOT_SET")
    /// The hardware that the item insists on is not there.
    public static let hardwareUnavailable = Self(rawValue: "HARDWARE_UNAVAILABLE")
    /// Not available on this system, in this build or in this format version.
    public static let unsupported = Self(rawValue: "UNSUPPORTED")
    /// The item's key is gone for good, by a rule that the item chose or with its device.
    public static let keyInvalidated = Self(rawValue: "KEY_INVALIDATED")
    /// The stored data was changed, moved or damaged.
    public static let dataCorrupted = Self(rawValue: "DATA_CORRUPTED")
    /// The item cannot be read or written in the device's present state.
    public static let interactionNotAllowed = Self(rawValue: "INTERACTION_NOT_ALLOWED")
    /// A call that never prompts met an item that needs a prompt.
    public static let authRequired = Self(rawValue: "AUTH_REQUIRED")
    /// There is nowhere to show the prompt.
    public static let noActivity = Self(rawValue: "NO_ACTIVITY")
    /// The app's set-up lacks an entitlement.
    public static let missingEntitlement = Self(rawValue: "MISSING_ENTITLEMENT")
    /// The app's set-up lacks the text that a biometric prompt must show.
    public static let missingUsageDescription = Self(rawValue: "MISSING_USAGE_DESCRIPTION")
    /// A key, value or option breaks a rule.
    public static let invalidArgument = Self(rawValue: "INVALID_ARGUMENT")
    /// A native error without a code of its own; domain and number say which.
    public static let unknown = Self(rawValue: "UNKNOWN")
}
