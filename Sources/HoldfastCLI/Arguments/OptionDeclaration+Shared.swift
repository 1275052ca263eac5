import HoldfastCore

/// Options that several commands have in common, so that they mean the same everywhere.
extension OptionDeclaration {
    static let help = Self("help", "show this help and exit")
    static let version = Self("version", "show the version and exit")
    static let vault = Self(
        "vault", value: "DIR", "use the vault in DIR instead of the standard one",
        completion: .directory)
    static let json = Self("json", "write results, and errors, as JSON")
    static let passcodeFD = Self(
        "passcode-fd", value: "N",
        "read the vault's passcode from descriptor N and unlock for this command alone")
    static let pinentry = Self(
        "pinentry",
        "ask with a dialog of pinentry's, also where there is a terminal or HOLDFAST_PINENTRY is off"
    )
    static let backend = Self(
        "backend", value: "STORE", "the store to use instead of the vault: the desktop's keyring",
        completion: .choices(StoreChoice.allCases.map(\.rawValue)))

    static let service = Self(
        "service", value: "S", "the service that NAME belongs to (default: default)")
    static let all = Self("all", "items of all services")
    static let accessible = Self(
        "accessible", value: "CLASS", "when the item can be read",
        completion: .choices(Accessibility.allCases.map(\.rawValue)))
    static let accessControl = Self(
        "access-control", value: "AC", "who must be asked at each use",
        completion: .choices(AccessControl.allCases.map(\.rawValue)))
    static let authValidity = Self(
        "auth-validity", value: "SECONDS",
        "for how long an answer to --access-control holds within one process (0: every use); each"
            + " run of this tool is a process of its own")
    static let use = Self(
        "use", value: "USE", "pick the protection by use instead of by class",
        completion: .choices(["background", "foreground", "high-value"]))
    static let stripNewline = Self(
        "strip-newline", "drop exactly one newline (a byte 0x0a) from the end of the value")
    static let yes = Self("yes", "do not ask for confirmation")
    static let dryRun = Self("dry-run", "say what would be done and do nothing")
    static let force = Self("force", "replace what is there")
    static let leaked = Self("leaked", "make new keys and encrypt everything again")
    static let rescueCodeFD = Self(
        "rescue-code-fd", value: "N", "read the vault's present rescue code from descriptor N")
    static let newPasscodeFD = Self(
        "new-passcode-fd", value: "N", "read the new passcode from descriptor N")
    static let passphraseFD = Self(
        "passphrase-fd", value: "N", "read the export's passphrase from descriptor N")

    /// What every command takes, also in front of its name.
    static let shared: [OptionDeclaration] = [
        .vault, .json, .passcodeFD, .pinentry, .help, .version,
    ]
    /// How a new item is protected.
    static let protection: [OptionDeclaration] = [
        .accessible, .accessControl, .authValidity, .use,
    ]
}
