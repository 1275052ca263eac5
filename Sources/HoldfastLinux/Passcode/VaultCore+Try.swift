#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A try of a passcode that was counted and may now be stretched, outside of the vault's lock.
struct PasscodeTry: Sendable {
    let settings: PasscodeSettings
    let keybagSerial: UInt64
    /// How long to wait first, because the try could not be counted.
    let wait: Duration
}

extension VaultCore {
    /// Counts a try of the passcode before it is made, so that killing the process is no way around.
    ///
    /// - Throws: `LOCKOUT` while the brake is on, `PASSCODE_NOT_SET` if there is none.
    func beginTry() throws(KeychainError) -> PasscodeTry {
        try beginTry(try requireVault())
    }

    /// The same for a vault whose device secret may be lost.
    func beginTry(_ vault: OpenVault) throws(KeychainError) -> PasscodeTry {
        do throws(KeychainError) {
            // One transaction: of two processes that try at once, both are counted.
            try vault.change { () throws(KeychainError) in
                let record = try admitted(vault)
                try vault.database.put(counted(record.failures + 1))
            }
            return try attempt(vault, wait: .zero)
        } catch  where ErrorCatalogue.isInputOutput(error) && !error.isBusy {
            // The owner of a vault on a full or read-only disk must get in, but not faster.
            _ = try vault.snapshot { () throws(KeychainError) in try admitted(vault) }
            warn("the try could not be counted (\(error.message)), so it waits for five minutes")
            return try attempt(vault, wait: PasscodeBrake.longestDelay)
        }
    }

    /// The record of failures, if the brake lets another try through; inside a transaction.
    private func admitted(_ vault: OpenVault) throws(KeychainError) -> PasscodeBrake.Record {
        try vault.refreshKeybag()
        guard vault.keybag.passcode != nil else { throw Self.noPasscode }
        let record = try vault.database.attempts()
        let remaining = PasscodeBrake.remaining(record, clock: configuration.clock)
        guard remaining <= .zero else {
            throw lockout(remaining, record.failures, vault.keybag)
        }
        return record
    }

    private func attempt(
        _ vault: OpenVault, wait: Duration
    ) throws(KeychainError) -> PasscodeTry {
        guard let settings = vault.keybag.passcode else { throw Self.noPasscode }
        return PasscodeTry(settings: settings, keybagSerial: vault.keybag.serial, wait: wait)
    }

    /// Ends a try: derives the root, and forgets the failures if it fits.
    ///
    /// - Throws: `AUTH_FAILED` if the passcode was wrong.
    func endTry(
        _ attempt: PasscodeTry, stretched: SecretBytes
    ) throws(KeychainError) -> (root: VaultRoot, vault: OpenVault) {
        let vault = try requireVault()
        try vault.snapshot { () throws(KeychainError) in try vault.refreshKeybag() }
        guard vault.keybag.serial == attempt.keybagSerial,
            vault.keybag.passcode == attempt.settings
        else {
            throw KeychainError(
                StoreConflict.versionChanged, "the passcode was changed by another process")
        }
        let root: VaultRoot
        do throws(KeychainError) {
            root = try self.root(stretched: stretched, vault)
        } catch {
            // What the hardware refused for another reason, its own lock-out included, was no guess.
            if error.code != .authFailed { uncount(vault) }
            throw error
        }
        forgetTries(vault)
        return (root, vault)
    }

    /// After a right passcode, whatever becomes of the counter.
    func forgetTries(_ vault: OpenVault) {
        do throws(KeychainError) {
            try vault.change { () throws(KeychainError) in try vault.database.put(counted(0)) }
        } catch {
            warn("the count of wrong passcodes could not be reset (\(error.message))")
        }
    }

    private func uncount(_ vault: OpenVault) {
        do throws(KeychainError) {
            try vault.change { () throws(KeychainError) in
                let failures = try vault.database.attempts().failures
                try vault.database.put(counted(max(0, failures - 1)))
            }
        } catch {
            warn("a try that was none could not be taken back (\(error.message))")
        }
    }

    func requireVault() throws(KeychainError) -> OpenVault {
        guard let vault = try vault() else { throw Self.noPasscode }
        return vault
    }

    static let noPasscode = KeychainError(
        .passcodeNotSet, "the vault has no passcode",
        advice: "set one with `holdfast passcode set`")

    /// A record of so many failures, as of now.
    private func counted(_ failures: Int) -> PasscodeBrake.Record {
        let clock = configuration.clock
        return PasscodeBrake.Record(
            failures: failures, bootID: clock.bootID, sinceBoot: clock.sinceBoot, wall: clock.now)
    }

    private func lockout(
        _ remaining: Duration, _ failures: Int, _ keybag: Keybag
    ) -> KeychainError {
        let seconds = remaining.components.seconds + 1
        let end = UnixTime(seconds: configuration.clock.now.seconds + seconds)
        return KeychainError(
            .lockout,
            "after \(failures) wrong passcodes the next try is accepted in \(seconds) seconds,"
                + " at \(end)",
            advice: "wait, then try again; nobody is locked out for good"
                + (keybag.rescue == nil
                    ? "" : "; if the passcode is forgotten, `holdfast rescue use`"))
    }
}

extension KeychainError {
    /// A conflict in words of its own.
    init(_ conflict: StoreConflict, _ message: String) {
        self.init(
            .unknown, message, nativeDomain: StoreConflict.domain, nativeCode: conflict.rawValue,
            advice: "try again")
    }
}
#endif
