#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// Where unlocked class keys are kept between calls; the kernel keyring, or a process's memory.
///
/// A cache is not trusted: whoever loads a key checks it against the vault.
protocol ClassKeyCache: Sendable {
    /// The key kept under a name.
    ///
    /// - Returns: its bytes, or `nil` if it is not there, has timed out or was dropped.
    /// - Throws: if the cache as such does not work here.
    func key(_ name: ClassKeyName) throws(KeychainError) -> SecretBytes?

    /// Keeps a key, replacing one of the same name.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - name: whose key it is.
    ///   - lifetime: after which time it is gone by itself; `nil` keeps it until it is dropped or
    ///     the machine starts anew.
    /// - Throws: if the cache as such does not work here or is full.
    func keep(_ key: SecretBytes, as name: ClassKeyName, lifetime: Duration?)
        throws(KeychainError)

    /// Drops a key; one that is not there is no error.
    ///
    /// - Throws: if the cache as such does not work here.
    func drop(_ name: ClassKeyName) throws(KeychainError)

    /// Gives a key that is there a lifetime from now on; one that is not there stays away.
    ///
    /// - Returns: whether it was there.
    /// - Throws: if the cache as such does not work here.
    func renew(_ name: ClassKeyName, for lifetime: Duration) throws(KeychainError) -> Bool

    /// Gives a key without an end a lifetime from now on; an end that it has is not moved.
    ///
    /// - Throws: if the cache as such does not work here, `UNSUPPORTED` if it cannot tell.
    func limit(_ name: ClassKeyName, to lifetime: Duration) throws(KeychainError)

    /// How long a key will be there by itself.
    ///
    /// - Returns: `nil` if it is not there or has no end.
    func remainingLifetime(_ name: ClassKeyName) throws(KeychainError) -> Duration?
}

/// Whose key it is: a vault's, in one slot.
struct ClassKeyName: Hashable, Sendable {
    let vaultID: VaultID
    let slot: KeySlot
}
#endif
