#if os(Linux)
import HoldfastCore

/// Older exports than this are said to be none.
private let recentExport = Duration.seconds(30 * 24 * 3600)

extension VaultDoctor {
    /// Where the device secret is, and what is left of where it was.
    mutating func examineSecret(_ status: VaultStatus) {
        switch status.deviceSecret {
        case .file:
            add(
                .note, "device secret", "in a file; whoever copies it and the vault has both",
                advice: "a passcode protects against that, and so does `holdfast vault seal`")
        case .sealed:
            examineSeal(status)
        case .missing, .otherDevice, .damaged:
            add(
                .bad, "device secret", "\(status.deviceSecret.rawValue)",
                advice: status.rescueCodeCreated == nil
                    ? "restore the file device-secret from a backup"
                    : "restore the file device-secret from a backup, or `holdfast rescue use`")
        }
        if status.hasMoved {
            add(
                .warning, "device", "vault and device secret were moved to another machine",
                advice: "if this is a copy, identities kept in it must not be used in both places")
        }
    }

    private mutating func examineSeal(_ status: VaultStatus) {
        if let problem = status.tpmProblem {
            add(
                .warning, "device secret", "its TPM cannot be asked: \(problem.message)",
                advice: status.rescueCodeCreated == nil
                    ? problem.recovery
                    : "\(problem.recovery); or `holdfast rescue use`")
        }
        let registers = status.sealedToRegisters ?? []
        let names = registers.map(String.init).joined(separator: ", ")
        add(
            .good, "device secret",
            registers.isEmpty
                ? "sealed in the TPM, without registers"
                : "sealed in the TPM, to the registers (PCR) \(names)")
        if !registers.isEmpty {
            add(
                .note, "device secret",
                "a change of firmware or settings closes it until the rescue code is used",
                advice: "`holdfast vault unseal` before an update that is known of")
        }
        do throws(KeychainError) {
            guard let vault = try core.vaultWithoutSecret() else { return }
            if try core.ownSecretFile(vault.keybag).exists() {
                add(
                    .warning, "device secret", "the vault's own file with it is still there",
                    advice: "`holdfast vault seal --discard-file` destroys it")
            }
            if try core.sharedSecretFile.exists() {
                add(
                    .note, "device secret",
                    "the file from before sealing is still there; old copies of this vault open"
                        + " with it, and so do other vaults of this user",
                    advice: "if there are no others, `holdfast vault seal --discard-file`")
            }
        } catch {
            add("device secret", error)
        }
    }

    /// What opens the vault if the device secret is lost.
    mutating func examineWayBack(_ status: VaultStatus) {
        if let created = status.rescueCodeCreated {
            add(.good, "rescue code", "made at \(created)")
        }
        if let time = status.lastExport {
            examineExport(time, omissions: status.lastExportOmissions ?? 0, status)
        }
        guard status.rescueCodeCreated == nil, !hasRecentExport(status) else { return }
        add(
            .warning, "rescue code",
            "neither a rescue code nor a whole export of the last 30 days: a lost device secret"
                + " is the end of everything in the vault",
            advice: "`holdfast rescue code`, or `holdfast export --all`")
    }

    /// Whether there is an export of everything that can be exported, and not too old.
    private func hasRecentExport(_ status: VaultStatus) -> Bool {
        guard let time = status.lastExport, status.lastExportMisses == 0 else { return false }
        let age = core.configuration.clock.now.seconds - time.seconds
        return Duration.seconds(age) <= recentExport
    }

    /// What was written since the last export is in none, and only a rescue code brings it back.
    mutating func examineNewItems(_ status: VaultStatus) throws(KeychainError) {
        guard status.rescueCodeCreated == nil, hasRecentExport(status),
            let time = status.lastExport
        else { return }
        let count = try core.list(service: nil).count { item in
            !item.protection.accessibility.isThisDeviceOnly && item.invalidation == nil
                && item.modified.seconds > time.seconds
        }
        guard count > 0 else { return }
        let items = count == 1 ? "1 item was" : "\(count) items were"
        add(
            .warning, "export", "\(items) written since, and no export holds that",
            advice: "`holdfast export --all`, or `holdfast rescue code`")
    }

    /// What an export left out is in no backup, and only a rescue code brings it back.
    private mutating func examineExport(
        _ time: UnixTime, omissions: Int, _ status: VaultStatus
    ) {
        guard omissions > 0 else {
            return add(.note, "export", "last made of the whole vault at \(time)")
        }
        let items = omissions == 1 ? "1 item was" : "\(omissions) items were"
        add(
            status.rescueCodeCreated == nil ? .warning : .note, "export",
            "last made at \(time), and \(items) left out",
            advice: status.rescueCodeCreated == nil
                ? "`holdfast rescue code` protects these too; or give what need not stay on this"
                    + " machine the class afterFirstUnlock" : nil)
    }
}
#endif
