#if !canImport(CryptoKit)
public import HoldfastAndroid
public import HoldfastCore
public import HoldfastCrypto

/// Items that another library laid on Android: in the app's preferences, under keys of the Keystore.
///
/// Files are read and rewritten directly, so move before the old library is used in the process: it
/// keeps its preferences in memory and would write them back. Its keys stay in the Keystore.
///
/// ```swift
/// let platform = runtime.platform(directory: noBackup, deviceProtectedDirectory: protected)
/// let source = AndroidSource(
///     .flutterSecureStorage(package: "org.example.chat"), in: platform, dataDirectory: data)
/// let report = try await Migration(from: source, to: AndroidVault(platform)).run()
/// ```
public struct AndroidSource: MigrationSource {
    private let library: AndroidLibrary
    private let files: PreferenceFiles
    private let keystore: ForeignKeystore
    private let prompt: Prompt?
    private let opened = Locked(Opened())
    // Calls of the Keystore and of files may block.
    private let queue = BlockingQueue(label: "holdfast.migration.android")

    /// What a person's confirmation has opened, for as long as the source is there, so that nobody
    /// is asked again when an item is looked at before its removal.
    private struct Opened: Sendable {
        var prompt: Prompt?
        var values: [KeystoreUse: SecretBytes] = [:]
        var protections: [String: ItemProtection] = [:]
    }

    /// Takes the library, the platform and the app's folders.
    ///
    /// - Parameters:
    ///   - library: who laid the items, and with which names.
    ///   - platform: the Keystore and the prompts.
    ///   - sharedPreferences: the folder `shared_prefs` of the app.
    ///   - dataStore: the folder `files/datastore` of the app.
    ///   - prompt: the words for items whose key demands a person; with `nil` nobody is asked and
    ///     those items are reported.
    public init(
        _ library: AndroidLibrary, in platform: AndroidPlatform,
        sharedPreferences: any AppContainer, dataStore: any AppContainer, prompt: Prompt? = nil
    ) {
        self.library = library
        self.prompt = prompt
        files = PreferenceFiles(shared: sharedPreferences, dataStore: dataStore)
        keystore = ForeignKeystore(platform)
    }

    /// Takes the library, the platform and the app's directory.
    ///
    /// - Parameters:
    ///   - library: who laid the items, and with which names.
    ///   - platform: the Keystore and the prompts.
    ///   - dataDirectory: `Context.getDataDir()`.
    ///   - prompt: the words for items whose key demands a person; with `nil` nobody is asked and
    ///     those items are reported.
    public init(
        _ library: AndroidLibrary, in platform: AndroidPlatform, dataDirectory: String,
        prompt: Prompt? = nil
    ) {
        self.init(
            library, in: platform,
            sharedPreferences: DirectoryContainer(path: dataDirectory + "/shared_prefs"),
            dataStore: DirectoryContainer(path: dataDirectory + "/files/datastore"),
            prompt: prompt)
    }

    /// Asks the person for names that are sealed under a key which demands one; until this source
    /// goes, what was opened counts.
    ///
    /// react-native-keychain seals them. A key asks once for what is used within 5 seconds; values
    /// that come later ask again, with the same words. Where nothing is sealed so, nobody is asked.
    ///
    /// - Parameter prompt: the words to show, also for values if the source was made without.
    /// - Throws: `USER_CANCELED` and the like if the person did not confirm, `NO_ACTIVITY` in the
    ///   background. What was opened before stays open, the rest is in the next listing as it was.
    public func askPerson(_ prompt: Prompt) async throws(KeychainError) {
        let (layout, files, keystore) = (library.layout, files, keystore)
        opened.withLock { $0.prompt = prompt }
        let seals = try await queue.run { () throws(KeychainError) in
            try layout.sealedNames(files, keystore)
        }
        for seal in seals { try await openName(seal, prompt) }
    }

    /// The items of the library, without their values.
    ///
    /// Where the library seals names, this takes its keys, and shows no prompt.
    ///
    /// - Returns: what can move, and what cannot: a cipher that authenticates nothing, credentials
    ///   whose name is sealed under a key that demands a person, unless ``askPerson(_:)`` has asked.
    /// - Throws: `KEY_INVALIDATED` if names are sealed and their key is gone, `DATA_CORRUPTED` for
    ///   files that are damaged, `INTERACTION_NOT_ALLOWED` before the first unlock.
    public func listing() async throws(KeychainError) -> MigrationListing {
        let (layout, files, keystore) = (library.layout, files, knowingKeystore)
        return try await queue.run { () throws(KeychainError) in
            try layout.listing(files, keystore)
        }
    }

    /// Reads a value, with a prompt if its key demands a person and there are words for one.
    ///
    /// - Parameter item: as listed.
    /// - Returns: the bytes; `nil` if the item is gone.
    /// - Throws: `AUTH_REQUIRED` if a person would have to be asked and no prompt was given, the code
    ///   of what the person did, `KEY_INVALIDATED` if the key is gone, `DATA_CORRUPTED` if it does
    ///   not open the value, `UNSUPPORTED` for what is no text.
    public func read(_ item: MigrationItem) async throws(KeychainError) -> SecretBytes? {
        let (layout, files, keystore) = (library.layout, files, keystore)
        let seal = try await queue.run { () throws(KeychainError) in
            try layout.seal(of: item.handle, files, keystore)
        }
        guard let seal else { return nil }
        try await noteProtection(of: item, seal)
        return try seal.open(try await use(seal, prompt ?? opened.withLock { $0.prompt }))
    }

    /// Removes an item from its file.
    ///
    /// - Parameter item: as listed.
    /// - Throws: what the file answers; the item is still there unless only the answer was lost.
    public func remove(_ item: MigrationItem) async throws(KeychainError) {
        let (layout, files) = (library.layout, files)
        try await queue.run { () throws(KeychainError) in
            try layout.remove(item.handle, files)
        }
    }

    /// The protection of an item; of one that demanded the person what comes closest to its key.
    ///
    /// - Parameter item: as listed, and read.
    /// - Returns: `nil` for the standard one.
    public func protection(of item: MigrationItem) -> ItemProtection? {
        opened.withLock { $0.protections[item.handle] } ?? item.protection
    }

    private var knowingKeystore: ForeignKeystore {
        var keystore = keystore
        keystore.opened = opened.withLock { $0.values }
        return keystore
    }

    /// Opens a name, or leaves it to the listing to say that nobody can.
    private func openName(_ seal: ForeignSeal, _ prompt: Prompt) async throws(KeychainError) {
        do throws(KeychainError) {
            _ = try await use(seal, prompt)
        } catch {
            // From API 31 on a key that is bound to time does not tell that a new finger ended it:
            // it just counts nobody. Others may count who has just confirmed.
            guard [.keyInvalidated, .dataCorrupted, .authFailed].contains(error.code) else {
                throw error
            }
        }
    }

    /// What an item's key demands is what counts, not whether somebody was asked: within the key's
    /// time nobody is.
    private func noteProtection(
        of item: MigrationItem, _ seal: ForeignSeal
    ) async throws(KeychainError) {
        guard let protection = seal.guardedProtection else { return }
        let (keystore, alias) = (keystore, seal.use.alias)
        let needsPerson = try await queue.run { () throws(KeychainError) in
            try keystore.needsPerson(alias)
        }
        if needsPerson { opened.withLock { $0.protections[item.handle] = protection } }
    }

    private func use(
        _ seal: ForeignSeal, _ prompt: Prompt?
    ) async throws(KeychainError) -> SecretBytes {
        let (keystore, use) = (knowingKeystore, seal.use)
        let value: SecretBytes
        do throws(KeychainError) {
            value = try await queue.run { () throws(KeychainError) in try keystore.use(use) }
        } catch {
            guard error.code == .authRequired, let prompt, !seal.authenticators.isEmpty else {
                throw error
            }
            value = try await asking(prompt, seal)
        }
        if seal.guardedProtection != nil { opened.withLock { $0.values[use] = value } }
        return value
    }

    private func asking(
        _ prompt: Prompt, _ seal: ForeignSeal
    ) async throws(KeychainError) -> SecretBytes {
        let (keystore, use) = (keystore, seal.use)
        let operation = try await queue.run { () throws(KeychainError) in
            do throws(KeychainError) {
                return KeystoreOperation?.some(try keystore.begin(use))
            } catch  where error.code == .authRequired {
                // Bound to time: it begins only after somebody was there.
                return nil
            }
        }
        try await keystore.ask(prompt, seal.authenticators, for: operation)
        return try await queue.run { () throws(KeychainError) in
            let begun: KeystoreOperation
            if let operation {
                begun = operation
            } else {
                begun = try keystore.begin(use, .afterConfirmation)
            }
            return try keystore.finish(begun, use, .afterConfirmation)
        }
    }
}
#endif
