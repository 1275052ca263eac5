#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// A vault's root under another passcode, made before the transaction that makes it the vault's.
struct NextRoot: Sendable {
    let root: VaultRoot
    /// The same device secret, sealed so that it asks for the other passcode; `nil` if it is in a
    /// file.
    fileprivate let sealed: SealedSecret?
    /// Of what secret, and what was sealed then.
    fileprivate let before: (secretID: [UInt8], sealed: SealedSecret?)

    /// Puts what was sealed into a keybag.
    ///
    /// - Throws: a conflict if another process has sealed or unsealed the vault meanwhile.
    func enter(_ keybag: inout Keybag) throws(KeychainError) {
        guard keybag.deviceSecretID == before.secretID, keybag.sealedSecret == before.sealed else {
            throw KeychainError(
                StoreConflict.versionChanged,
                "the device secret was sealed or unsealed by another process")
        }
        keybag.sealedSecret = sealed
    }
}

extension VaultCore {
    /// The root of the same device secret under another passcode.
    ///
    /// Outside of any transaction, since hardware takes its time and other processes would wait for
    /// it. Nothing depends on the new seal before the transaction: whoever is killed in between has
    /// the vault as it was.
    ///
    /// - Parameters:
    ///   - stretched: the stretched passcode; `nil` for none.
    ///   - oldRoot: the vault's root.
    ///   - keybag: the vault's record as it is now.
    /// - Returns: what the transaction takes.
    /// - Throws: what the hardware answers; nothing was changed.
    func nextRoot(
        _ stretched: SecretBytes?, _ oldRoot: VaultRoot, _ keybag: Keybag
    ) throws(KeychainError) -> NextRoot {
        guard let secret = oldRoot.deviceSecret else {
            throw KeychainError(.keyInvalidated, "the device secret of this vault is missing")
        }
        var sealed: SealedSecret?
        if let old = keybag.sealedSecret {
            sealed = try seal(secret, stretched: stretched, registers: old.registers, keybag)
        }
        return NextRoot(
            root: try VaultRoot(
                stretched: stretched, deviceSecret: secret, vault: keybag.vaultID),
            sealed: sealed, before: (keybag.deviceSecretID, keybag.sealedSecret))
    }
}
#endif
