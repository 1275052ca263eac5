#if !canImport(CryptoKit)
import HoldfastCore

/// The files of an app in which libraries keep preferences.
struct PreferenceFiles: Sendable {
    /// The folder `shared_prefs`.
    let shared: any AppContainer
    /// The folder `files/datastore`.
    let dataStore: any AppContainer

    /// A file of `SharedPreferences`; `nil` if there is none.
    ///
    /// Android writes a new file beside a backup of the old one: where a backup is there, the
    /// writing did not end, and the backup is what counts.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is damaged, or what the folder answers.
    /// - Note: AOSP `frameworks/base/core/java/android/app/SharedPreferencesImpl.java`,
    ///   `loadFromDisk` and `writeToFile`.
    func preferences(_ name: String) throws(KeychainError) -> PreferencesXML? {
        if let backup = try shared.readFile(Self.backup(name)) {
            return try PreferencesXML(backup)
        }
        guard let bytes = try shared.readFile(Self.file(name)) else { return nil }
        return try PreferencesXML(bytes)
    }

    /// A file of a DataStore; `nil` if there is none.
    ///
    /// - Throws: as ``preferences(_:)``.
    func storedPreferences(_ name: String) throws(KeychainError) -> PreferencesProto? {
        guard let bytes = try dataStore.readFile(Self.dataStoreFile(name)) else { return nil }
        return try PreferencesProto(bytes)
    }

    /// Cuts entries out of a file of `SharedPreferences`, in one step.
    func remove(_ keys: [String], fromPreferences name: String) throws(KeychainError) {
        let hasBackup = try shared.readFile(Self.backup(name)) != nil
        guard let preferences = try preferences(name) else { return }
        try shared.replaceFile(Self.file(name), with: preferences.removing(keys))
        // Until it goes the backup counts, in which the entries still are.
        if hasBackup { try shared.removeFile(Self.backup(name)) }
    }

    /// Cuts entries out of a file of a DataStore, in one step.
    func remove(_ keys: [String], fromDataStore name: String) throws(KeychainError) {
        guard let preferences = try storedPreferences(name) else { return }
        try dataStore.replaceFile(Self.dataStoreFile(name), with: preferences.removing(keys))
    }

    private static func file(_ name: String) -> String { "\(name).xml" }
    private static func backup(_ name: String) -> String { "\(name).xml.bak" }
    private static func dataStoreFile(_ name: String) -> String { "\(name).preferences_pb" }
}
#endif
