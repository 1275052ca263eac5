#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The second wrap of a vault's keys, under its rescue code.
///
/// It holds the class keys that need no passcode, and the device secret: whoever has the code opens
/// the first by themselves, and with the passcode too also what only the passcode opens.
struct RescueWrap: Equatable, Sendable {
    let created: UnixTime
    /// By which the code is checked.
    let rootCheck: [UInt8]
    /// The device secret, in the form of a class key.
    let secret: WrappedKey
    /// Every generation of every class key that may be had without a passcode.
    var keys: [KeySlot: WrappedKey]

    /// Wraps the keys of a keybag under a code.
    ///
    /// - Parameters:
    ///   - code: the rescue code.
    ///   - keybag: the vault's record, whose slots are wrapped; if its present code is this one,
    ///     the code keeps its time.
    ///   - unwrapped: the keys of all those slots.
    ///   - deviceSecret: the 32 bytes that the vault's root is derived from.
    ///   - created: the time, for a code that is new.
    ///   - random: the source of salts.
    /// - Returns: the record to store.
    /// - Throws: `DATA_CORRUPTED` if a key is missing.
    static func make(
        _ code: RescueCode, for keybag: Keybag, _ unwrapped: [KeySlot: SecretBytes],
        deviceSecret: SecretBytes, created: UnixTime, random: any SecureRandom
    ) throws(KeychainError) -> RescueWrap {
        let root = try VaultRoot(rescueCode: code, vault: keybag.vaultID)
        let secret = try WrappedKey.wrap(
            deviceSecret, label: label(keybag), root: root, random: random)
        var keys: [KeySlot: WrappedKey] = [:]
        // In a fixed order, so that a seeded random source gives the same vault again.
        for slot in keybag.slots where !slot.keyClass.needsPasscode {
            guard let key = unwrapped[slot] else {
                throw KeychainError(.dataCorrupted, "a class key of the vault is missing")
            }
            keys[slot] = try WrappedKey.wrap(
                key, slot, vault: keybag.vaultID, root: root, random: random)
        }
        // The date is that of the paper: new keys under the same code make it no younger.
        let known = keybag.rescue.flatMap { $0.rootCheck == root.check ? $0.created : nil }
        return RescueWrap(
            created: known ?? created, rootCheck: root.check, secret: secret, keys: keys)
    }

    /// The root that a code gives.
    ///
    /// - Throws: `AUTH_FAILED` if it is not this vault's code.
    func root(_ code: RescueCode, _ keybag: Keybag) throws(KeychainError) -> VaultRoot {
        let root = try VaultRoot(rescueCode: code, vault: keybag.vaultID)
        // An HMAC is compared with a stored, public value: nothing is learnt from the time.
        guard root.check == rootCheck else {
            throw KeychainError(
                .authFailed, "this is not the vault's present rescue code",
                advice: "use the newest one; each new code makes the former worthless")
        }
        return root
    }

    /// Opens the class keys that need no passcode.
    ///
    /// - Throws: `DATA_CORRUPTED` if one is missing or damaged.
    func unwrapKeys(
        _ root: VaultRoot, _ keybag: Keybag
    ) throws(KeychainError) -> [KeySlot: SecretBytes] {
        var unwrapped: [KeySlot: SecretBytes] = [:]
        for slot in keybag.slots where !slot.keyClass.needsPasscode {
            guard let wrapped = keys[slot] else {
                throw KeychainError(.dataCorrupted, "the rescue code's wrap lacks a class key")
            }
            unwrapped[slot] = try wrapped.unwrap(slot, vault: keybag.vaultID, root: root)
        }
        return unwrapped
    }

    /// Opens the device secret.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is damaged.
    func unwrapSecret(
        _ root: VaultRoot, _ keybag: Keybag
    ) throws(KeychainError) -> SecretBytes {
        try secret.unwrap(label: Self.label(keybag), root: root)
    }

    private static func label(_ keybag: Keybag) -> [UInt8] {
        ByteWriter.encode { writer in
            writer.put("holdfast/rescue-secret/v1".utf8)
            writer.put(keybag.vaultID.bytes)
            writer.put(keybag.deviceSecretID)
        }
    }
}
#endif
