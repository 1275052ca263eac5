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
        let vault = try requireVault()
        let record = try vault.snapshot { () throws(KeychainError) in
            try vault.refreshKeybag()
            return try vault.database.attempts()
        }
        guard let settings = vault.keybag.passcode else { throw Self.noPasscode }
        let remaining = PasscodeBrake.remaining(record, clock: configuration.clock)
        guard remaining <= .zero else { throw lockout(remaining, record.failures) }
        var wait = Duration.zero
        do throws(KeychainError) {
            try count(record.failures + 1, vault)
        } catch {
            // The owner of a vault on a full or read-only disk must get in, but not faster.
            wait = PasscodeBrake.longestDelay
            warn("the try could not be counted (\(error.message)), so it waits \(wait)")
        }
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
        let root = try root(stretched: stretched, vault)
        do throws(KeychainError) {
            try count(0, vault)
        } catch {
            // The passcode was right, whatever becomes of the counter.
            warn("the count of wrong passcodes could not be reset (\(error.message))")
        }
        return (root, vault)
    }

    func requireVault() throws(KeychainError) -> OpenVault {
        guard let vault = try vault() else { throw Self.noPasscode }
        return vault
    }

    static let noPasscode = KeychainError(
        .passcodeNotSet, "the vault has no passcode",
        advice: "set one with `holdfast passcode set`")

    private func count(_ failures: Int, _ vault: OpenVault) throws(KeychainError) {
        let clock = configuration.clock
        let record = PasscodeBrake.Record(
            failures: failures, bootID: clock.bootID, sinceBoot: clock.sinceBoot, wall: clock.now)
        try vault.change { () throws(KeychainError) in try vault.database.put(record) }
    }

    private func lockout(_ remaining: Duration, _ failures: Int) -> KeychainError {
        let seconds = remaining.components.seconds + 1
        let end = UnixTime(seconds: configuration.clock.now.seconds + seconds)
        return KeychainError(
            .lockout,
            "after \(failures) wrong passcodes the next try is accepted in \(seconds) seconds,"
                + " at \(end)",
            advice: "wait, then try again; the right passcode always opens the vault")
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
