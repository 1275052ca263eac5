/// The one list of error codes: when each happens, what to do, and the tool's exit status.
///
/// `docs/errors.md`, the man page's exit codes and ``KeychainError/recovery`` are made from it.
///
/// - Note: The codes are those of the reference keychain library that this package replaces, under
///   the same strings, so that an app's handling carries over.
public enum ErrorCatalogue {
    /// One row of the catalogue.
    public struct Entry: Sendable, Equatable {
        /// The stable code.
        public let code: KeychainError.Code
        /// When it happens, in a sentence or two.
        public let when: String
        /// What the app, or the person at a terminal, should do.
        public let whatToDo: String
        /// What the `holdfast` tool exits with; `UNKNOWN` differs by domain.
        public let exitStatus: Int32
        /// Whether data from an untrusted file or peer can cause it.
        public let isCausedByUntrustedData: Bool
    }

    /// All codes, in the order of the reference: the prompt, the device, the item, the moment, the
    /// app's set-up, anything else.
    public static let entries: [Entry] =
        prompt + device + item + moment + setUp + [unknown]

    /// The row of a code.
    ///
    /// - Parameter code: any code.
    /// - Returns: its row, or `nil` for a code that a newer version of a store brought along.
    public static func entry(for code: KeychainError.Code) -> Entry? {
        entries.first { $0.code == code }
    }

    /// What the `holdfast` tool exits with for an error.
    ///
    /// - Parameter error: any error of a store.
    /// - Returns: the status of the code's row. `UNKNOWN` is 9 when its domain says that the store
    ///   was busy, in conflict or met an I/O error, else 70.
    public static func exitStatus(for error: KeychainError) -> Int32 {
        guard error.code == .unknown else { return entry(for: error.code)?.exitStatus ?? 70 }
        return isInputOutput(error) ? 9 : 70
    }

    /// Whether an error says that the store was busy, in conflict or met an I/O error.
    ///
    /// - Parameter error: any error of a store.
    /// - Returns: `true` for `UNKNOWN` with the domain `errno`, `sqlite`, `holdfast.store`,
    ///   `holdfast.tpm`, a TPM that is busy, or `holdfast.relay`, a relay that is not heard.
    package static func isInputOutput(_ error: KeychainError) -> Bool {
        guard error.code == .unknown, let domain = error.nativeDomain else { return false }
        return inputOutputDomains.contains(domain)
    }

    static let adviceForUnknown = "report it with its native domain and number"
    static let inputOutputDomains: Set<String> = [
        "errno", "sqlite", StoreConflict.domain, "holdfast.tpm", "holdfast.relay",
    ]
}

extension ErrorCatalogue {
    private static func row(
        _ code: KeychainError.Code, _ exitStatus: Int32, untrusted: Bool = false,
        when: String, do whatToDo: String
    ) -> Entry {
        Entry(
            code: code, when: when, whatToDo: whatToDo, exitStatus: exitStatus,
            isCausedByUntrustedData: untrusted)
    }

    private static let prompt = [
        row(
            .userCanceled, 4, when: "The person closed the prompt.",
            do: "offer the other way in; do not ask again at once"),
        row(
            .userFallback, 4,
            when: "The person chose the fallback of a prompt for biometrics alone (iOS).",
            do: "show your own fallback, for example a password form"),
        row(
            .systemCanceled, 4,
            when: "The system closed the prompt: a call came in, the app left the foreground, or"
                + " the process that asked went away.",
            do: "ask again when the app is back in the foreground"),
        row(
            .authFailed, 4, when: "The face, finger or passcode was not the right one.",
            do: "let the person try again, or offer the fallback"),
        row(
            .lockout, 4,
            when: "Too many failed attempts: the next one is accepted only after a time.",
            do: "tell the person until when; offer another way in meanwhile"),
        row(
            .lockoutPermanent, 4,
            when: "Biometrics is locked until the device is unlocked with its passcode (Android).",
            do: "tell the person to unlock the device with the passcode"),
    ]

    private static let device = [
        row(
            .biometryNotEnrolled, 8,
            when: "The item needs biometrics and none is enrolled. A write fails with it instead of"
                + " storing the value with less protection.",
            do: "check canUse before offering the protection; suggest enrolling"),
        row(
            .biometryNotAvailable, 8,
            when: "There is no biometric sensor, or it does not answer now.",
            do: "do not offer biometrics on this device"),
        row(
            .passcodeNotSet, 8,
            when: "The item's protection needs a passcode (a screen lock, the vault's passcode) and"
                + " none is set.",
            do: "set a passcode first, or store the item under a weaker protection if it allows"),
        row(
            .hardwareUnavailable, 8,
            when:
                "The item insists on hardware (StrongBox, TPM, Secure Enclave) that is not there.",
            do: "choose the variant that falls back, unless the item must not exist without it"),
        row(
            .unsupported, 8, untrusted: true,
            when: "The option or call does not exist on this system or in this build, or the data"
                + " is of a newer format than this version knows.",
            do: "check canUse and the store's capabilities; update to a newer version"),
    ]

    private static let item = [
        row(
            .keyInvalidated, 7, untrusted: true,
            when: "The item's key is gone for good by a rule that the item chose (other biometrics,"
                + " passcode removed), or the store's device secret is missing or another device's.",
            do: "tell the person why, get the value again, and store it anew"),
        row(
            .dataCorrupted, 6, untrusted: true,
            when: "The stored data was changed, moved to another key, removed behind the store's"
                + " back or damaged, and it is not an invalidation.",
            do: "restore a backup or remove the item and get the value again; report it"),
    ]

    private static let moment = [
        row(
            .interactionNotAllowed, 3,
            when: "The item cannot be read or written in the device's present state: locked, or not"
                + " unlocked since the start.",
            do: "unlock, or wait for it; keep what background work needs under afterFirstUnlock"),
        row(
            .authRequired, 4,
            when: "A call that never prompts met an item that needs a prompt.",
            do: "use the async call, which may prompt"),
        row(
            .noActivity, 4, when: "There is nowhere to show the prompt: no window, no terminal.",
            do: "read protected items while the app is on screen or in a terminal"),
    ]

    private static let setUp = [
        row(
            .missingEntitlement, 8,
            when: "The access group is not in the app's entitlements (iOS, macOS).",
            do: "add the group to the app's keychain access groups"),
        row(
            .missingUsageDescription, 8,
            when: "The app has no text for the system to show when it asks for the face (iOS).",
            do: "add NSFaceIDUsageDescription to Info.plist"),
        row(
            .invalidArgument, 5, untrusted: true,
            when: "A key, a value or an option breaks a rule; the message names the rule.",
            do: "correct the call"),
    ]

    private static let unknown = row(
        .unknown, 70,
        when: "A native error without a code of its own; its domain and number are with it. The"
            + " domains errno and sqlite (busy, disk full, permissions, I/O), holdfast.store"
            + " (conflicts) and holdfast.tpm (all places of the TPM taken) exit with 9.",
        do: adviceForUnknown)
}
