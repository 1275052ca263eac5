#if !canImport(CryptoKit)
import HoldfastCore

/// How a library lays its items on Android.
///
/// - Note: Read in the sources of each library at the version named with it.
public struct AndroidLibrary: Sendable {
    let layout: any AndroidLayout

    /// flutter_secure_storage 9 and 10 with its own ciphers.
    ///
    /// Values that are sealed with AES in CBC, which authenticates nothing, are reported.
    ///
    /// - Parameters:
    ///   - package: the app's package name, which is in the names of its keys.
    ///   - preferencesName: the option `sharedPreferencesName`.
    ///   - keyPrefix: the option `preferencesKeyPrefix`.
    /// - Returns: the layout; items get the name of the preferences as their service.
    public static func flutterSecureStorage(
        package: String, preferencesName: String = "FlutterSecureStorage",
        keyPrefix: String = "VGhpcyBpcyB0aGUgcHJlZml4IGZvciBhIHNlY3VyZSBzdG9yYWdlCg"
    ) -> AndroidLibrary {
        AndroidLibrary(
            layout: FlutterLayout(
                package: package, preferencesName: preferencesName, keyPrefix: keyPrefix))
    }

    /// Jetpack's `EncryptedSharedPreferences` 1.0 and 1.1, also inside of libraries that use them.
    ///
    /// - Parameters:
    ///   - fileName: as given to `EncryptedSharedPreferences.create`.
    ///   - masterKeyAlias: the alias of its master key.
    ///   - keyPrefix: what all names begin with that shall move; no part of the names here. For
    ///     flutter_secure_storage with the option `encryptedSharedPreferences` its prefix and a
    ///     low line.
    /// - Returns: the layout; items get the name of the file as their service.
    public static func encryptedSharedPreferences(
        fileName: String, masterKeyAlias: String = "_androidx_security_master_key_",
        keyPrefix: String = ""
    ) -> AndroidLibrary {
        AndroidLibrary(
            layout: EncryptedPreferencesLayout(
                fileName: fileName, masterKeyAlias: masterKeyAlias, keyPrefix: keyPrefix))
    }

    /// react-native-keychain 10; the user name becomes the item's name, as on iOS.
    ///
    /// User names are sealed as well: until ``AndroidSource/askPerson(_:)`` has asked, credentials
    /// whose key demands a person are reported by their service. Those of the ciphers AES in CBC and
    /// Facebook Conceal always are.
    ///
    /// - Parameter defaultService: the service that credentials get here which were stored without
    ///   one.
    /// - Returns: the layout; items keep their service.
    public static func reactNativeKeychain(
        defaultService: String = "react-native-keychain"
    ) -> AndroidLibrary {
        AndroidLibrary(layout: ReactNativeLayout(defaultService: defaultService))
    }

    /// expo-secure-store, with and without authentication, and its older form.
    ///
    /// - Parameter keychainService: the option of that name.
    /// - Returns: the layout; items get the option as their service.
    public static func expoSecureStore(keychainService: String = "key_v1") -> AndroidLibrary {
        AndroidLibrary(layout: ExpoLayout(keychainService: keychainService))
    }
}

/// What a source does with one library's files and keys; all of it blocks.
protocol AndroidLayout: Sendable {
    /// Everything that is there, without the values; shows no prompt.
    func listing(
        _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> MigrationListing

    /// Names that a key which may demand a person has sealed; without them they are in no listing.
    func sealedNames(
        _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> [ForeignSeal]

    /// A value as it lies there; `nil` if it is gone.
    func seal(
        of handle: String, _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> ForeignSeal?

    /// Removes an item, and nothing that other items need.
    func remove(_ handle: String, _ files: PreferenceFiles) throws(KeychainError)
}

extension AndroidLayout {
    func sealedNames(
        _ files: PreferenceFiles, _ keystore: ForeignKeystore
    ) throws(KeychainError) -> [ForeignSeal] { [] }
}
#endif
