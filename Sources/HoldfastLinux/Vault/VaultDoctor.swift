#if os(Linux)
import CLinux
import Glibc
import HoldfastCore
import HoldfastCrypto

/// Finds out what protects a vault and what could be better; it changes nothing.
struct VaultDoctor {
    let core: VaultCore
    private var findings: [VaultFinding] = []

    init(_ core: VaultCore) {
        self.core = core
    }

    /// Everything that was found, in the order of the parts: secret, passcode, keys, files, system.
    static func examine(_ core: VaultCore) -> [VaultFinding] {
        var doctor = VaultDoctor(core)
        doctor.examineVault()
        doctor.examineFiles()
        doctor.examineSystem()
        return doctor.findings
    }

    private mutating func add(
        _ grade: VaultFinding.Grade, _ topic: String, _ text: String, advice: String? = nil
    ) {
        findings.append(VaultFinding(grade, topic, text, advice: advice))
    }

    private mutating func add(_ topic: String, _ error: KeychainError) {
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
            if case .unavailable(let error) = status.availability {
                return add("vault", error)
            }
            examinePasscode(status)
            examineContent(status)
        } catch {
            add("vault", error)
        }
    }

    private mutating func examineSecret(_ status: VaultStatus) {
        switch status.deviceSecret {
        case .file:
            add(
                .note, "device secret", "in a file; whoever copies it and the vault has both",
                advice: "a passcode protects against that")
        case .missing, .otherDevice, .damaged:
            add(
                .bad, "device secret", "\(status.deviceSecret.rawValue)",
                advice: "restore the file device-secret from a backup")
        }
        if status.hasMoved {
            add(
                .warning, "device", "vault and device secret were moved to another machine",
                advice: "if this is a copy, identities kept in it must not be used in both places")
        }
    }

    private mutating func examinePasscode(_ status: VaultStatus) {
        if status.hasPasscode {
            add(.good, "passcode", "set; the class keys need it and the device secret")
            add(
                .note, "passcode",
                "wrong tries are slowed down, which is a brake and no defence"
                    + " against who has vault and device secret: its length is")
            examineAgent()
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
    }

    private mutating func examineAgent() {
        if AgentMark(core.configuration.location).isTaken {
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
            let (items, opened) = try core.checkAll()
            add(.good, "content", "\(items) items checked, \(opened) values opened, all whole")
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

    // MARK: Files

    private mutating func examineFiles() {
        let location = core.configuration.location
        examineMode(location.directory, "vault's directory")
        examineMode(location.stateDirectory, "device secret's directory")
        if FileSystem.isReadOnly(location.directory) {
            add(.warning, "file system", "read-only: nothing can be stored")
        }
        examineFileSystem(location.directory)
        for warning in core.warnings { add(.warning, "mended", warning) }
        examineLeftovers(location.directory)
    }

    private mutating func examineMode(_ path: String, _ what: String) {
        do throws(Errno) {
            guard let status = try FileSystem.status(path) else { return }
            if status.isOpenToOthers {
                add(
                    .warning, "permissions", "the \(what) is open to others",
                    advice: "chmod 700 it")
            } else {
                add(.good, "permissions", "the \(what) is the owner's alone")
            }
        } catch {
            add(.bad, "permissions", "the \(what) cannot be looked at: \(error.text)")
        }
    }

    private mutating func examineFileSystem(_ path: String) {
        var info = statfs()
        guard statfs(path, &info) == 0 else { return }
        // statfs(2): the magic numbers of file systems.
        switch UInt64(bitPattern: Int64(info.f_type)) & 0xffff_ffff {
        case 0x0102_1994, 0x8584_58f6:
            add(
                .warning, "file system", "in memory: everything is gone at the next start",
                advice: "choose a directory on a disk with HOLDFAST_HOME")
        case 0x6969, 0xff53_4d42, 0xfe53_4d42, 0x517b:
            add(
                .warning, "file system", "on a network: locks and syncs may not be what they say",
                advice: "keep the vault on a local disk")
        default:
            add(.good, "file system", "local")
        }
    }

    private mutating func examineLeftovers(_ path: String) {
        guard let directory = opendir(path) else { return }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(".vault-") && name.hasSuffix(".new") { count += 1 }
        }
        if count > 0 {
            add(
                .note, "leftovers", "\(count) unfinished new vaults from interrupted starts",
                advice: "remove the files .vault-*.new in the vault's directory")
        }
    }

    // MARK: The system

    private mutating func examineSystem() {
        do throws(KeychainError) {
            _ = try KernelKeyring().key(.probe)
            add(
                .good, "kernel keyring", "usable; processes of the same user can read what is in it"
            )
        } catch {
            add(
                .warning, "kernel keyring", "refused here (\(error.nativeCode ?? 0))",
                advice: KernelKeyring.waysOut)
        }
        var limit = rlimit()
        let dumpable = holdfast_prctl(PR_GET_DUMPABLE, 0)
        let hasLimit = getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0
        if dumpable == 0 || (hasLimit && limit.rlim_cur == 0) {
            add(.good, "core dumps", "off for this process")
        } else {
            add(
                .warning, "core dumps", "on for this process: a crash may write secrets to disk",
                advice: "`ulimit -c 0`; the holdfast tool switches them off for itself")
        }
        examineSwap()
    }

    private mutating func examineSwap() {
        guard let file = fopen("/proc/swaps", "re") else { return }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        var count = 0
        while fgets(&line, Int32(line.count), file) != nil { count += 1 }
        if count > 1 {
            add(
                .note, "swap",
                "in use: keys are locked in memory as far as the limit allows, other"
                    + " memory is not",
                advice: "encrypt the swap device")
        } else {
            add(.good, "swap", "none")
        }
    }
}

extension ClassKeyName {
    /// A name that no vault has, to find out whether a keyring answers.
    fileprivate static let probe: ClassKeyName = {
        guard let vaultID = VaultID([UInt8](repeating: 0, count: VaultID.byteCount)) else {
            preconditionFailure("16 bytes are an id")
        }
        return ClassKeyName(
            vaultID: vaultID, slot: KeySlot(keyClass: .metadata, generation: 0))
    }()
}
#endif
