#if !canImport(CryptoKit)
import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto

/// flutter_secure_storage: values sealed with AES-GCM under a key of its own, which a key of the
/// Keystore wraps.
///
/// - Note: flutter_secure_storage 10.2, `StorageCipherFactory.java`,
///   `StorageCipherImplementationGCM.java`, `StorageCipherImplementationAES23.java`,
///   `KeyCipherImplementationRSA18.java`, `KeyCipherImplementationRSAOAEP.java` and
///   `KeyCipherImplementationAES23.java`.
struct FlutterLayout: AndroidLayout {
    let package: String
    let preferencesName: String
    let keyPrefix: String

    func listing(
        _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> MigrationListing {
        var listing = MigrationListing()
        guard let preferences = try files.preferences(preferencesName) else { return listing }
        let names = preferences.entries.filter { $0.text != nil }.compactMap { entry in
            name(entry.name).map { (handle: entry.name, account: $0) }
        }
        if names.isEmpty { return listing }
        let refusal = try refusal(files, preferences)
        for (handle, account) in names {
            if let refusal {
                listing.obstacles.append(
                    .init(service: preferencesName, name: account, error: refusal))
            } else {
                listing.items.append(
                    MigrationItem(handle: handle, service: preferencesName, account: account))
            }
        }
        return listing
    }

    func seal(
        of handle: String, _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> ForeignSeal? {
        guard let preferences = try files.preferences(preferencesName),
            let text = preferences.text(handle)
        else { return nil }
        guard let sealed = ForeignText.base64(text), sealed.count >= 28 else {
            throw ForeignSeal.notAuthentic
        }
        let (nonce, ciphertext) = (Array(sealed[..<12]), Array(sealed[12...]))
        switch try cipher(files, preferences) {
        case .wrapped(let alias, let padding):
            let wrapped = try wrappedKey(files)
            return ForeignSeal(use: .unwrap(alias: alias, padding, wrapped: wrapped)) {
                (key) throws(KeychainError) in
                try Self.opening { () throws(CryptoError) in
                    try ForeignCipher.aes128GCM.open(
                        ciphertext, key: key, nonce: nonce, associatedData: [])
                }
            }
        case .guarded(let alias):
            return ForeignSeal(
                use: try guardedKey(alias, files),
                authenticators: [.biometricStrong, .deviceCredential],
                guardedProtection: ItemProtection(
                    accessibility: .whenUnlockedThisDeviceOnly,
                    accessControl: .biometryAnyOrPasscode)
            ) { (key) throws(KeychainError) in
                try Self.opening { () throws(CryptoError) in
                    try AES256GCM.open(ciphertext, key: key, nonce: nonce, associatedData: [])
                }
            }
        }
    }

    func remove(_ handle: String, _ files: PreferenceFiles) throws(KeychainError) {
        try files.remove([handle], fromPreferences: preferencesName)
    }

    // MARK: - Ciphers

    /// How values are sealed.
    private enum Cipher {
        case wrapped(alias: String, RSAPadding)
        case guarded(alias: String)
    }

    private func refusal(
        _ files: PreferenceFiles, _ preferences: PreferencesXML
    ) throws(KeychainError) -> KeychainError? {
        do throws(KeychainError) {
            _ = try cipher(files, preferences)
            return nil
        } catch {
            guard error.code == .unsupported else { throw error }
            return error
        }
    }

    private func cipher(
        _ files: PreferenceFiles, _ preferences: PreferencesXML
    ) throws(KeychainError) -> Cipher {
        if preferences.text(TinkNames.nameKeyset) != nil { throw Self.encryptedPreferences }
        // Version 9 said it among the values, version 10 says it beside them.
        let configuration = try files.preferences(Self.configurationName)
        func word(_ name: String) -> String? {
            configuration?.text(name) ?? preferences.text(name)
        }
        guard let key = word("FlutterSecureSAlgorithmKey"),
            let storage = word("FlutterSecureSAlgorithmStorage")
        else { throw Self.silent }
        let alias = package + ".FlutterSecureStoragePluginKey"
        switch (storage, key) {
        case ("AES_GCM_NoPadding", "RSA_ECB_OAEPwithSHA_256andMGF1Padding"):
            return .wrapped(alias: alias + "OAEP", .oaepSHA256)
        case ("AES_GCM_NoPadding", "RSA_ECB_PKCS1Padding"):
            return .wrapped(alias: alias, .pkcs1)
        case ("AES_GCM_NoPadding_BIOMETRIC", "AES_GCM_NoPadding_BIOMETRIC"):
            return .guarded(alias: alias)
        case ("AES_CBC_PKCS7Padding", _): throw Self.unauthenticated
        default: throw Self.otherCipher
        }
    }

    private func wrappedKey(_ files: PreferenceFiles) throws(KeychainError) -> [UInt8] {
        let keys = try files.preferences(Self.keysName)
        let text = Self.wrappedKeyNames.lazy.compactMap { keys?.text($0) }.first
        guard let bytes = text.flatMap(ForeignText.base64) else { throw Self.noKey }
        return bytes
    }

    private func guardedKey(
        _ alias: String, _ files: PreferenceFiles
    ) throws(KeychainError) -> KeystoreUse {
        let keys = try files.preferences(Self.keysName)
        guard let nonce = keys?.text("KeyStoreIV1").flatMap(ForeignText.base64),
            let key = keys?.text("B" + Self.keyName).flatMap(ForeignText.base64)
        else { throw Self.noKey }
        return .decrypt(alias: alias, nonce: nonce, ciphertext: key)
    }

    private func name(_ written: String) -> String? {
        let prefix = keyPrefix + "_"
        guard written.utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: written.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    private static func opening(
        _ body: () throws(CryptoError) -> SecretBytes
    ) throws(KeychainError) -> SecretBytes {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw ForeignSeal.failure(error)
        }
    }

    private static let configurationName = "FlutterSecureStorageConfiguration"
    private static let keysName = "FlutterSecureKeyStorage"
    private static let keyName =
        "VGhpcyBpcyB0aGUga2V5IGZvciBhIHNlY3VyZSBzdG9yYWdlIEFFUyBLZXkK"
    /// Version 9 wrote it with a slip, under which version 10 still looks.
    private static let wrappedKeyNames = [
        "AES" + keyName, "VGhpcyBpcyB0aGUga2V5IGZvcihBIHNlY3XyZZBzdG9yYWdlIEFFUyBLZXkK",
    ]

    private static let silent = KeychainError(
        .unsupported, "the storage does not say with which cipher it sealed its values",
        advice: "open it once with flutter_secure_storage 10, which writes it down")
    private static let unauthenticated = KeychainError(
        .unsupported, "the values are sealed with AES in CBC, which nothing authenticates",
        advice: "open it once with flutter_secure_storage 10, which seals them anew")
    private static let encryptedPreferences = KeychainError(
        .unsupported, "the storage is one of Jetpack's encrypted preferences",
        advice: "move it as encryptedSharedPreferences, with the prefix")
    private static let otherCipher = KeychainError(
        .unsupported, "the storage names a cipher that is not known here",
        advice: ForeignSeal.oldLibrary)
    private static let noKey = KeychainError(
        .dataCorrupted, "the key that sealed the values is not where its library keeps it")
}
#endif
