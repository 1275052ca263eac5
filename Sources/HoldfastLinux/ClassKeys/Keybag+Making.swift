#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension Keybag {
    /// Makes the keybag of a new vault without a passcode.
    ///
    /// - Returns: the keybag, and the metadata key that the first tree is made with.
    static func make(
        deviceSecret: DeviceSecret, now: UnixTime, random: any SecureRandom
    ) throws(KeychainError) -> (keybag: Keybag, metadataKey: SecretBytes) {
        let bytes = try crypto { () throws(CryptoError) in try random.bytes(VaultID.byteCount) }
        guard let vaultID = VaultID(bytes) else {
            throw KeychainError(.unknown, "the random source gave too few bytes")
        }
        let root = try VaultRoot(
            stretched: nil, deviceSecret: deviceSecret.secret, vault: vaultID)
        var keybag = Keybag(
            format: firstFormat, vaultID: vaultID, created: now, isLab: random.isReproducible,
            deviceSecretID: deviceSecret.id, passcode: nil, rootCheck: root.check, serial: 1,
            keys: [:])
        var metadataKey: SecretBytes?
        for keyClass in KeyClass.allCases where !keyClass.needsPasscode {
            let key = try keybag.addGeneration(of: keyClass, root: root, random: random)
            if keyClass == .metadata { metadataKey = key }
        }
        guard let metadataKey else {
            throw KeychainError(.unknown, "a vault has a metadata class")
        }
        return (keybag, metadataKey)
    }

    /// Draws a new key for a class, as its highest generation.
    ///
    /// - Returns: the new key.
    @discardableResult
    mutating func addGeneration(
        of keyClass: KeyClass, root: VaultRoot, random: any SecureRandom
    ) throws(KeychainError) -> SecretBytes {
        let slot = KeySlot(
            keyClass: keyClass, generation: (current(keyClass)?.generation ?? 0) + 1)
        let key = try crypto { () throws(CryptoError) in try random.secret(32) }
        keys[slot] = try WrappedKey.wrap(
            key, slot, vault: vaultID, root: root, random: random)
        return key
    }

    /// Unwraps all keys.
    ///
    /// - Throws: `DATA_CORRUPTED` if any record does not open under the root.
    func unwrapAll(_ root: VaultRoot) throws(KeychainError) -> [KeySlot: SecretBytes] {
        var unwrapped: [KeySlot: SecretBytes] = [:]
        for (slot, wrapped) in keys {
            unwrapped[slot] = try wrapped.unwrap(slot, vault: vaultID, root: root)
        }
        return unwrapped
    }

    /// Drops keys from both wraps.
    mutating func removeKeys(_ isRemoved: (KeySlot) -> Bool) {
        keys = keys.filter { !isRemoved($0.key) }
        guard var wrap = rescue else { return }
        wrap.keys = wrap.keys.filter { !isRemoved($0.key) }
        rescue = wrap
    }

    /// Wraps all keys under another root.
    mutating func rewrap(
        _ unwrapped: [KeySlot: SecretBytes], root: VaultRoot, random: any SecureRandom
    ) throws(KeychainError) {
        // In a fixed order, so that a seeded random source gives the same vault again.
        for slot in slots {
            guard let key = unwrapped[slot] else { continue }
            keys[slot] = try WrappedKey.wrap(
                key, slot, vault: vaultID, root: root, random: random)
        }
        rootCheck = root.check
    }
}
#endif
