#if !canImport(CryptoKit)
import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto

/// react-native-keychain: user name and password of each service, sealed by a key of that name.
///
/// - Note: react-native-keychain 10, `PrefsStorageBase.kt`, `DataStorePrefsStorage.kt`,
///   `CipherStorageKeystoreAesGcm.kt` and `CipherStorageKeystoreRsaEcb.kt`; before version 9 the
///   entries were in `SharedPreferences`.
struct ReactNativeLayout: AndroidLayout {
    let defaultService: String

    /// The two kinds of file that can hold credentials; a handle begins with the one that does.
    private enum Place: String, CaseIterable {
        case dataStore = "d"
        case preferences = "p"
    }

    func listing(
        _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> MigrationListing {
        var listing = MigrationListing()
        for place in Place.allCases {
            let entries = try entries(place, files)
            for service in Self.services(entries) {
                let named = service.isEmpty ? defaultService : service
                do throws(KeychainError) {
                    let account = try name(of: service, entries, keystore)
                    listing.items.append(
                        MigrationItem(
                            handle: "\(place.rawValue)\(service)", service: named,
                            account: account))
                } catch {
                    guard Self.concernsOneItem(error) else { throw error }
                    listing.obstacles.append(
                        .init(service: named, name: "credentials", error: error))
                }
            }
        }
        return listing
    }

    func sealedNames(
        _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> [ForeignSeal] {
        var seals: [ForeignSeal] = []
        for place in Place.allCases {
            let entries = try entries(place, files)
            for service in Self.services(entries) where Cipher(service, entries)?.mayAsk == true {
                do throws(KeychainError) {
                    seals.append(try seal("\(service):u", service, entries, keystore))
                } catch {
                    // The listing reports it.
                    guard Self.concernsOneItem(error) else { throw error }
                }
            }
        }
        return seals
    }

    func seal(
        of handle: String, _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> ForeignSeal? {
        guard let (place, service) = Self.parts(of: handle) else { return nil }
        let entries = try entries(place, files)
        guard entries["\(service):p"] != nil else { return nil }
        return try seal("\(service):p", service, entries, keystore)
    }

    func remove(_ handle: String, _ files: PreferenceFiles) throws(KeychainError) {
        guard let (place, service) = Self.parts(of: handle) else { return }
        let keys = ["\(service):u", "\(service):p", "\(service):c"]
        switch place {
        case .dataStore: try files.remove(keys, fromDataStore: Self.name)
        case .preferences: try files.remove(keys, fromPreferences: Self.name)
        }
    }

    private func entries(
        _ place: Place, _ files: PreferenceFiles
    ) throws(KeychainError) -> [String: String] {
        let pairs: [(String, String?)]
        switch place {
        case .dataStore:
            pairs = try files.storedPreferences(Self.name)?.entries.map { ($0.name, $0.text) } ?? []
        case .preferences:
            pairs = try files.preferences(Self.name)?.entries.map { ($0.name, $0.text) } ?? []
        }
        let texts = pairs.compactMap { name, text in text.map { (name, $0) } }
        return Dictionary(texts) { first, _ in first }
    }

    private func name(
        of service: String, _ entries: [String: String], _ keystore: ForeignKeystore
    ) throws(KeychainError) -> String {
        let seal = try seal("\(service):u", service, entries, keystore)
        guard let name = try keystore.use(seal.use).utf8String() else {
            throw ForeignSeal.notAuthentic
        }
        return name
    }

    // MARK: - Ciphers

    private enum Cipher: String {
        case gcmWithoutPerson = "KeystoreAESGCM_NoAuth"
        /// Version 9 made its key for nobody, version 10 for a person.
        case gcm = "KeystoreAESGCM"
        case rsa = "KeystoreRSAECB"
        case cbc = "KeystoreAESCBC"

        init?(_ service: String, _ entries: [String: String]) {
            self.init(rawValue: entries["\(service):c"] ?? "")
        }

        var mayAsk: Bool { self == .gcm || self == .rsa }
    }

    private func seal(
        _ key: String, _ service: String, _ entries: [String: String],
        _ keystore: ForeignKeystore
    ) throws(KeychainError) -> ForeignSeal {
        // An entry without a cipher is one of Facebook Conceal.
        guard let cipher = Cipher(service, entries) else { throw Self.otherCipher }
        if cipher == .cbc { throw Self.unauthenticated }
        guard let sealed = entries[key].flatMap(ForeignText.base64), !sealed.isEmpty else {
            throw ForeignSeal.notAuthentic
        }
        let alias = try alias(service, cipher, keystore)
        var seal: ForeignSeal
        if cipher == .rsa {
            seal = ForeignSeal(use: .unwrap(alias: alias, .pkcs1, wrapped: sealed)) {
                (text) throws(KeychainError) in
                // Only the padding tells damage, and some hardware gives other bytes instead.
                guard text.utf8String() != nil else { throw ForeignSeal.notAuthentic }
                return text
            }
        } else {
            seal = .direct(try ForeignSeal.decrypt(alias, sealed))
        }
        if cipher.mayAsk {
            seal.authenticators = .biometricStrong
            seal.guardedProtection = Self.protection(apiLevel: keystore.apiLevel)
        }
        return seal
    }

    /// The key has the service's name, or without one the cipher's.
    private func alias(
        _ service: String, _ cipher: Cipher, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> String {
        guard service.isEmpty else { return service }
        if cipher == .gcm, try !keystore.hasKey(cipher.rawValue) {
            // Version 9 called it otherwise.
            return "RN_KEYCHAIN_DEFAULT_ALIAS"
        }
        return cipher.rawValue
    }

    /// What comes closest to a key that takes a biometric for 5 seconds: from Android 11 on it is
    /// for biometrics alone and ends with a new one; before, a new one did not end it.
    private static func protection(apiLevel: Int) -> ItemProtection {
        ItemProtection(
            accessibility: .whenUnlockedThisDeviceOnly,
            accessControl: (24...29).contains(apiLevel) ? .biometryAny : .biometryCurrentSet)
    }

    private static func services(_ entries: [String: String]) -> [String] {
        entries.keys.filter { $0.hasSuffix(":p") }.map { String($0.dropLast(2)) }.sorted()
    }

    private static func parts(of handle: String) -> (Place, String)? {
        Place(rawValue: String(handle.prefix(1))).map { ($0, String(handle.dropFirst())) }
    }

    /// Whether other credentials may be readable all the same.
    private static func concernsOneItem(_ error: KeychainError) -> Bool {
        [.authRequired, .unsupported, .dataCorrupted, .keyInvalidated].contains(error.code)
    }

    private static let name = "RN_KEYCHAIN"

    private static let unauthenticated = KeychainError(
        .unsupported, "the credentials are sealed with AES in CBC, which nothing authenticates",
        advice: ForeignSeal.oldLibrary)
    private static let otherCipher = KeychainError(
        .unsupported, "the credentials have a cipher that is not known here",
        advice: ForeignSeal.oldLibrary)
}
#endif
