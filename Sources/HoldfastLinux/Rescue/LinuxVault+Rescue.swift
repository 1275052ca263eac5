#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto

extension LinuxVault {
    /// Makes a rescue code open this vault, in the place of any former one.
    ///
    /// The code opens everything but what needs the passcode, and with the passcode that as well.
    /// Show it to the person and have it typed back before this is called.
    ///
    /// - Parameters:
    ///   - code: a code from ``RescueCode/make()``.
    ///   - passcode: the vault's passcode, if it has one.
    /// - Throws: `AUTH_REQUIRED` if the passcode is missing, `INVALID_ARGUMENT` if there is no vault,
    ///   as ``unlock(with:keeping:)`` for the passcode. The former code is still good then.
    public func setRescueCode(
        _ code: RescueCode, passcode: SecretBytes? = nil
    ) async throws(KeychainError) {
        try await withRoot(passcode) { (core, root, _, vault) throws(KeychainError) in
            try core.setRescueCode(code, root, vault)
        }
    }

    /// Makes the rescue code worthless.
    ///
    /// - Parameter passcode: the vault's passcode, if it has one.
    /// - Throws: `INVALID_ARGUMENT` if there is none, or if the device secret is sealed to registers,
    ///   else as ``setRescueCode(_:passcode:)``.
    public func removeRescueCode(passcode: SecretBytes? = nil) async throws(KeychainError) {
        try await withRoot(passcode) { (core, root, _, vault) throws(KeychainError) in
            try core.removeRescueCode(root, vault)
        }
    }

    /// Finds out whether a code is the vault's, also of a vault whose device secret is lost.
    ///
    /// - Parameter code: the code.
    /// - Throws: `AUTH_FAILED` if it is another, `INVALID_ARGUMENT` if the vault has none.
    public func checkRescueCode(_ code: RescueCode) async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in try core.checkRescueCode(code) }
    }

    /// Opens a vault whose device secret or passcode is lost.
    ///
    /// It gets new keys and a new device secret in a file of its own. What only the passcode opens
    /// (class `whenPasscodeSetThisDeviceOnly` and items that ask for it) stays if the passcode is
    /// given, and else answers `KEY_INVALIDATED` from then on.
    ///
    /// - Parameters:
    ///   - code: the vault's rescue code.
    ///   - passcode: the passcode so far; `nil` if there was none or it is lost.
    ///   - newPasscode: the passcode from now on; `nil` keeps `passcode`.
    ///   - newCode: the rescue code from now on; `nil` keeps `code`.
    ///   - progress: told how many values of how many are under new keys.
    /// - Returns: how many items were lost.
    /// - Throws: `AUTH_FAILED` for another code or a wrong passcode, `LOCKOUT` while the brake is on,
    ///   `INVALID_ARGUMENT` if there is no vault or no code, `DATA_CORRUPTED` for a damaged wrap.
    ///   The vault is as it was.
    @discardableResult
    public func rescue(
        with code: RescueCode, passcode: SecretBytes? = nil, newPasscode: SecretBytes? = nil,
        newCode: RescueCode? = nil,
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) async throws(KeychainError) -> Int {
        // Nobody without the code gets to try passcodes here.
        try await checkRescueCode(code)
        let stretched = try await stretchToRescue(passcode)
        var new: NewPasscode?
        if let next = newPasscode ?? passcode {
            try VaultCore.check(next)
            new = try await self.newPasscode(next)
        }
        let entry = RescueEntry(
            code: code, passcode: stretched, newPasscode: new, newCode: newCode ?? code)
        return try await run { (core) throws(KeychainError) in
            try core.rescue(entry, progress: progress)
        }
    }

    private func stretchToRescue(
        _ passcode: SecretBytes?
    ) async throws(KeychainError) -> SecretBytes? {
        guard let passcode else { return nil }
        try VaultCore.check(passcode)
        let attempt = try await run { (core) throws(KeychainError) in try core.beginRescueTry() }
        if attempt.wait > .zero { try await configuration.clock.sleep(for: attempt.wait) }
        return try await queue.run { () throws(KeychainError) in
            try VaultRoot.stretch(passcode, attempt.settings)
        }
    }
}
#endif
