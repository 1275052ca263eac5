#if !canImport(CryptoKit)
import HoldfastAndroid
import HoldfastCore

/// expo-secure-store: each value sealed by a key of the Keystore, described in JSON.
///
/// - Note: expo-secure-store at expo commit 13025da, `SecureStoreModule.kt`, `AESEncryptor.kt`:
///   an item without the service in its name is of an older version.
struct ExpoLayout: AndroidLayout {
    let keychainService: String

    func listing(
        _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> MigrationListing {
        var listing = MigrationListing()
        guard let preferences = try files.preferences(Self.fileName) else { return listing }
        let written = Set(preferences.entries.map(\.name))
        for entry in preferences.entries {
            guard let text = entry.text else { continue }
            do throws(KeychainError) {
                let item = try Item(text, keychainService: keychainService)
                guard let account = name(entry.name, item) else { continue }
                if entry.name == account, written.contains("\(keychainService)-\(account)") {
                    throw Self.shadowed
                }
                _ = try item.use
                listing.items.append(
                    MigrationItem(
                        handle: entry.name, service: keychainService, account: account))
            } catch {
                listing.obstacles.append(
                    .init(service: keychainService, name: entry.name, error: error))
            }
        }
        return listing
    }

    func seal(
        of handle: String, _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> ForeignSeal? {
        guard let text = try files.preferences(Self.fileName)?.text(handle) else { return nil }
        let item = try Item(text, keychainService: keychainService)
        var seal = ForeignSeal.direct(try item.use)
        seal.authenticators = .biometricStrong
        seal.guardedProtection = ItemProtection(
            accessibility: .whenUnlockedThisDeviceOnly, accessControl: .biometryCurrentSet)
        return seal
    }

    func remove(_ handle: String, _ files: PreferenceFiles) throws(KeychainError) {
        try files.remove([handle], fromPreferences: Self.fileName)
    }

    /// The name of an entry; `nil` for one of another service.
    private func name(_ written: String, _ item: Item) -> String? {
        // An older version wrote neither the service nor the suffix of the key's name, so that it
        // is not known whose it is; it is read with the service that is asked for, as the library
        // does.
        guard item.usesSuffix else { return written }
        let prefix = keychainService + "-"
        guard item.service.utf8.elementsEqual(keychainService.utf8),
            written.utf8.starts(with: prefix.utf8)
        else { return nil }
        return String(decoding: written.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    /// What the JSON of an item says.
    private struct Item {
        let service: String
        let usesSuffix: Bool
        private let isGuarded: Bool
        private let json: FlatJSON

        init(_ text: String, keychainService: String) throws(KeychainError) {
            json = try FlatJSON(text)
            usesSuffix = json.flag("usesKeystoreSuffix") ?? false
            service = usesSuffix ? json.text("keystoreAlias") ?? "" : keychainService
            isGuarded = json.flag("requireAuthentication") ?? false
        }

        var use: KeystoreUse {
            get throws(KeychainError) {
                guard json.text("scheme") == "aes" else { throw ExpoLayout.otherScheme }
                guard json.number("tlen") == 128,
                    let nonce = json.text("iv").flatMap(ForeignText.base64), nonce.count == 12,
                    let ciphertext = json.text("ct").flatMap(ForeignText.base64)
                else { throw ForeignSeal.notAuthentic }
                let suffix = isGuarded ? ":keystoreAuthenticated" : ":keystoreUnauthenticated"
                let alias = "AES/GCM/NoPadding:\(service)" + (usesSuffix ? suffix : "")
                return .decrypt(alias: alias, nonce: nonce, ciphertext: ciphertext)
            }
        }
    }

    private static let fileName = "SecureStore"
    private static let otherScheme = KeychainError(
        .unsupported, "the item has the scheme of Android 5, or one that is not known here",
        advice: ForeignSeal.oldLibrary)
    private static let shadowed = KeychainError(
        .unsupported, "the library itself reads another item of that name, and never this one",
        advice: "decide which of the two counts and remove the other with the old library")
}
#endif
