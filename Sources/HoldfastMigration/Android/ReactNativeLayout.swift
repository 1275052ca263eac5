#if !canImport(CryptoKit)
import HoldfastCore
import HoldfastCrypto

/// react-native-keychain: user name and password of each service, sealed by a key of that name.
///
/// - Note: react-native-keychain 10, `PrefsStorageBase.kt`, `DataStorePrefsStorage.kt` and
///   `CipherStorageKeystoreAesGcm.kt`; before version 9 the entries were in `SharedPreferences`.
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
            // An entry without a cipher is one of Facebook Conceal.
            let services = entries.keys.filter { $0.hasSuffix(":p") }.map { $0.dropLast(2) }
            for service in services.sorted() {
                let named = service.isEmpty ? defaultService : String(service)
                do throws(KeychainError) {
                    let account = try name(of: String(service), entries, keystore)
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

    func seal(
        of handle: String, _ files: PreferenceFiles
    ) throws(KeychainError) -> ForeignSeal? {
        guard let (place, service) = Self.parts(of: handle) else { return nil }
        let entries = try entries(place, files)
        guard entries["\(service):p"] != nil else { return nil }
        return .direct(try use("\(service):p", service, entries))
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
        let use = try use("\(service):u", service, entries)
        guard let name = try keystore.use(use).utf8String() else {
            throw ForeignSeal.notAuthentic
        }
        return name
    }

    private func use(
        _ key: String, _ service: String, _ entries: [String: String]
    ) throws(KeychainError) -> KeystoreUse {
        let cipher = entries["\(service):c"]
        switch cipher {
        case "KeystoreAESGCM_NoAuth"?, "KeystoreAESGCM"?: break
        case "KeystoreAESCBC"?: throw Self.unauthenticated
        case "KeystoreRSAECB"?: throw Self.asks
        default: throw Self.otherCipher
        }
        guard let sealed = entries[key].flatMap(ForeignText.base64) else {
            throw ForeignSeal.notAuthentic
        }
        // Without a service the key is called as the cipher is.
        let alias = service.isEmpty ? cipher ?? "" : service
        return try ForeignSeal.decrypt(alias, sealed)
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
    private static let asks = KeychainError(
        .authRequired, "the credentials are sealed by a pair that asks for a person at each use",
        advice: ForeignSeal.oldLibrary)
    private static let otherCipher = KeychainError(
        .unsupported, "the credentials have a cipher that is not known here",
        advice: ForeignSeal.oldLibrary)
}
#endif
