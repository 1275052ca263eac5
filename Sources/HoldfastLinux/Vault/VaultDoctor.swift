#if os(Linux)
import HoldfastCore

/// Finds out what protects a vault and what could be better; it changes nothing.
struct VaultDoctor {
    let core: VaultCore
    private(set) var findings: [VaultFinding] = []

    init(_ core: VaultCore) {
        self.core = core
    }

    /// What is looked at, in this order; a part adds what it finds.
    private static let parts: [@Sendable (inout VaultDoctor) -> Void] = [
        { $0.examineVault() }, { $0.examineFiles() }, { $0.examineSystem() },
        { $0.examineHardware() },
    ]

    /// Everything that was found, in the order of the parts.
    static func examine(_ core: VaultCore) -> [VaultFinding] {
        var doctor = VaultDoctor(core)
        for examine in parts { examine(&doctor) }
        return doctor.findings
    }

    /// Adds a finding.
    mutating func add(
        _ grade: VaultFinding.Grade, _ topic: String, _ text: String, advice: String? = nil
    ) {
        findings.append(VaultFinding(grade, topic, text, advice: advice))
    }

    /// Adds what kept something from being found out.
    mutating func add(_ topic: String, _ error: KeychainError) {
        add(.bad, topic, error.message, advice: error.recovery)
    }

    // MARK: The vault

    private mutating func examineVault() {
        do throws(KeychainError) {
            let status = try core.status()
            guard status.exists else {
                add(.note, "vault", "there is none yet", advice: "the first `set` makes it")
                return
            }
            examineSecret(status)
            examineWayBack(status)
            if case .unavailable(let error) = status.availability {
                return add("vault", error)
            }
            examinePasscode(status)
            examineContent(status)
        } catch {
            add("vault", error)
        }
    }

    private mutating func examinePasscode(_ status: VaultStatus) {
        if status.hasPasscode {
            add(.good, "passcode", "set; the class keys need it and the device secret")
            add(
                .note, "passcode",
                status.deviceSecret == .sealed
                    ? "each wrong try costs one that the TPM counts, which is a defence as long as"
                        + " nobody has the rescue code"
                    : "wrong tries are slowed down, which is a brake and no defence"
                        + " against who has vault and device secret: its length is")
            examineAgent(status)
        } else {
            add(
                .warning, "passcode",
                "none: every process of this user can read everything, and"
                    + " locking is advisory",
                advice: "`holdfast passcode set`")
        }
        if status.retiringKeyCount > 0 {
            add(
                .warning, "keys",
                "a change of keys was interrupted; some values are under old ones",
                advice: "`holdfast unlock` goes on with it")
        }
        if status.failedTries > 0 {
            add(.warning, "passcode", "\(status.failedTries) wrong tries since the last right one")
        }
        examineLockout(status)
    }

    private mutating func examineLockout(_ status: VaultStatus) {
        guard let lockout = status.lockout else { return }
        let end = status.nextTry.map { "until \($0)" } ?? "for a time that it does not say"
        let way =
            status.rescueCodeCreated == nil
            ? "wait" : "wait; if the passcode is forgotten, `holdfast rescue use`"
        switch lockout {
        case .brake:
            add(.warning, "lock-out", "no passcode is taken \(end)", advice: way)
        case .tpm:
            add(
                .warning, "lock-out",
                "too many wrong tries: the TPM is not asked again \(end), or sooner",
                advice: way)
        }
    }

    private mutating func examineAgent(_ status: VaultStatus) {
        if status.isWatched {
            add(.good, "screen lock", "an agent locks the vault with the screen")
        } else {
            let minutes = core.configuration.unlockTimeout.components.seconds / 60
            add(
                .note, "screen lock",
                "no agent watches the screen: whenUnlocked items stay readable for"
                    + " \(minutes) minutes after an unlock, whatever the screen does",
                advice: "`systemctl --user enable --now holdfast-agent`, where the tool was built"
                    + " with the trait Desktop")
        }
    }

    private mutating func examineContent(_ status: VaultStatus) {
        guard status.availability != .beforeFirstUnlock else {
            return add(
                .note, "content", "not checked: the vault is not unlocked",
                advice: "`holdfast unlock`, then `holdfast doctor` again")
        }
        do throws(KeychainError) {
            let (items, opened, lost) = try core.checkAll()
            let checked = "\(items) items checked, \(opened) values opened"
            if lost == 0 {
                add(.good, "content", "\(checked), all whole")
            } else {
                add(
                    .warning, "content",
                    "\(checked), \(lost) lost with their keys (KEY_INVALIDATED), the rest whole",
                    advice: "get each lost value again and store it anew, or remove the item;"
                        + " reading one says why it was lost")
            }
            try examineNewItems(status)
            if let vault = core.open, try vault.floor.read() == nil {
                add(
                    .note, "sequence",
                    "its file is missing or damaged, so a lost log would not be"
                        + " noticed", advice: "the next change writes it anew")
            }
            add(
                .note, "roll-back",
                "putting back an old copy of the whole directory cannot be"
                    + " noticed without a counter in hardware or on a server")
        } catch {
            add("content", error)
        }
    }

}
#endif
