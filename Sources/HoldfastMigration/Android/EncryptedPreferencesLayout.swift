#if !canImport(CryptoKit)
import HoldfastCore
import HoldfastCrypto

/// The names under which Jetpack keeps the keysets of encrypted preferences among them.
enum TinkNames {
    static let nameKeyset = "__androidx_security_crypto_encrypted_prefs_key_keyset__"
    static let valueKeyset = "__androidx_security_crypto_encrypted_prefs_value_keyset__"
}

/// Jetpack's encrypted preferences: names sealed with AES-SIV, values with AES-256-GCM, both under
/// keysets of Tink that a key of the Keystore wraps.
///
/// - Note: AOSP `security/security-crypto/src/main/java/androidx/security/crypto/
///   EncryptedSharedPreferences.java`: a name is authenticated with the file's name, a value with
///   the sealed name, as text.
struct EncryptedPreferencesLayout: AndroidLayout {
    let fileName: String
    let masterKeyAlias: String
    let keyPrefix: String

    func listing(
        _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> MigrationListing {
        var listing = MigrationListing()
        guard let preferences = try files.preferences(fileName) else { return listing }
        let entries = preferences.entries.filter {
            $0.name != TinkNames.nameKeyset && $0.name != TinkNames.valueKeyset
        }
        if entries.isEmpty { return listing }
        let names = try TinkKeyset(
            try keystore.use(try use(preferences, TinkNames.nameKeyset)))
        for entry in entries {
            do throws(KeychainError) {
                guard let name = try name(of: entry, names) else { continue }
                listing.items.append(
                    MigrationItem(handle: entry.name, service: fileName, account: name))
            } catch {
                guard error.code == .dataCorrupted else { throw error }
                listing.obstacles.append(
                    .init(service: fileName, name: "a name that cannot be read", error: error))
            }
        }
        return listing
    }

    func seal(
        of handle: String, _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> ForeignSeal? {
        guard let preferences = try files.preferences(fileName),
            let text = preferences.text(handle)
        else { return nil }
        guard let sealed = ForeignText.base64(text) else { throw ForeignSeal.notAuthentic }
        return ForeignSeal(use: try use(preferences, TinkNames.valueKeyset)) {
            (keyset) throws(KeychainError) in
            let value = try TinkKeyset(keyset).open(
                sealed, associatedData: Array(handle.utf8))
            return try Self.text(of: value)
        }
    }

    func remove(_ handle: String, _ files: PreferenceFiles) throws(KeychainError) {
        try files.remove([handle], fromPreferences: fileName)
    }

    private func use(
        _ preferences: PreferencesXML, _ keyset: String
    ) throws(KeychainError) -> KeystoreUse {
        guard let hex = preferences.text(keyset) else { throw Self.noKeyset }
        let (nonce, ciphertext) = try TinkKeyset.wrapped(hex)
        return .decrypt(alias: masterKeyAlias, nonce: nonce, ciphertext: ciphertext)
    }

    /// The name of an entry; `nil` if it has not the prefix.
    private func name(
        of entry: PreferencesXML.Entry, _ names: TinkKeyset
    ) throws(KeychainError) -> String? {
        guard let sealed = ForeignText.base64(entry.name) else { throw ForeignSeal.notAuthentic }
        let bytes = try names.open(sealed, associatedData: Array(fileName.utf8))
        guard let name = bytes.utf8String() else { throw ForeignSeal.notAuthentic }
        guard name.utf8.starts(with: keyPrefix.utf8) else { return nil }
        return String(decoding: name.utf8.dropFirst(keyPrefix.utf8.count), as: UTF8.self)
    }

    /// The text in a value, behind its kind and its length.
    private static func text(of value: SecretBytes) throws(KeychainError) -> SecretBytes {
        try value.withUnsafeBytes { (bytes) throws(KeychainError) in
            func number(_ start: Int) -> Int {
                bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
            }
            guard bytes.count >= 4 else { throw ForeignSeal.notAuthentic }
            guard number(0) == 0 else { throw otherKind }
            guard bytes.count >= 8, number(4) == bytes.count - 8 else {
                throw ForeignSeal.notAuthentic
            }
            // What stands for no text at all.
            if bytes[8...].elementsEqual("__NULL__".utf8) { throw noText }
            return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[8...]))
        }
    }

    private static let noKeyset = KeychainError(
        .dataCorrupted, "the encrypted preferences have lost their keyset")
    private static let otherKind = KeychainError(
        .unsupported, "the value is a number, a truth value or a set and no text",
        advice: ForeignSeal.oldLibrary)
    private static let noText = KeychainError(
        .unsupported, "the preference is there and has no value",
        advice: "remove it with the old library")
}
#endif
