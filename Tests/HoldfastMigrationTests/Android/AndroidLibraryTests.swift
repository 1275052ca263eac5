import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// Items as the libraries lay them, moved on a simulated Android phone.
@Suite("Other libraries' items on an Android phone")
struct AndroidLibraryTests {
    private let phone = AndroidPhone()
    private let removing = MigrationOptions(removesSource: true)
    private let flutter = AndroidLibrary.flutterSecureStorage(package: "org.example.chat")

    private func expect(_ service: String, _ values: [(String, String)]) async throws {
        for (name, value) in values {
            let found = try await phone.value(service, name)
            #expect(found == SecretBytes(utf8: value))
        }
    }

    private func codes(_ report: MigrationReport) -> [KeychainError.Code?] {
        report.records.map(\.error?.code)
    }

    @Test(
        "flutter_secure_storage: all values move, whatever wraps their key and where it says so",
        arguments: RSAPadding.allCases, [true, false])
    func flutter(_ padding: RSAPadding, beside: Bool) async throws {
        let items = [("token", "one"), ("ünicode & <name>", "two\nlines"), ("empty", "")]
        try phone.layFlutter(items, padding, beside: beside)
        let dry = try await phone.migrate(flutter, .init(isDryRun: true))
        #expect(dry.count(of: .wouldMove) == 3 && dry.records.count == 3)
        let report = try await phone.migrate(flutter, removing)
        #expect(report.count(of: .moved) == 3 && report.removedCount == 3)
        #expect(report.isComplete)
        try await expect("FlutterSecureStorage", items)
        // The number beside them, and their ciphers, are nobody's items.
        let left = try #require(try phone.text(of: "FlutterSecureStorage.xml"))
        #expect(left.contains("launches") && !left.contains(AndroidPhone.flutterPrefix))
        #expect(left.contains("FlutterSecureSAlgorithmKey") == !beside)
        #expect(try await phone.migrate(flutter, removing).records.isEmpty)
    }

    @Test("flutter_secure_storage: what authenticates nothing, or says nothing, is refused")
    func flutterRefused() async throws {
        for storage in ["AES_CBC_PKCS7Padding", "AES_XTS", "AES_GCM_NoPadding_BIOMETRIC"] {
            try phone.layFlutter([("token", "one")], storage: storage)
            let report = try await phone.migrate(flutter, removing)
            #expect(codes(report) == [.unsupported] && report.removedCount == 0)
        }
        try phone.layPreferences("FlutterSecureStorageConfiguration", [])
        let report = try await phone.migrate(flutter, removing)
        #expect(codes(report) == [.unsupported])
        #expect(try phone.text(of: "FlutterSecureStorage.xml")?.contains("_token") == true)
    }

    @Test("flutter_secure_storage: one prompt moves all guarded values, which stay guarded")
    func flutterGuarded() async throws {
        let items = [("a", "one"), ("b", "two")]
        try await phone.layGuardedFlutter(items)
        let before = phone.phone.promptCount
        let left = try await phone.migrate(flutter, removing)
        #expect(codes(left) == [.authRequired, .authRequired])
        #expect(phone.phone.promptCount == before)
        let report = try await phone.migrate(
            flutter, .init(), prompt: Prompt(title: "Move your items"))
        #expect(report.count(of: .moved) == 2)
        let key = try ItemKey(service: "FlutterSecureStorage", account: "a")
        let vault = AndroidVault(phone.platform)
        let protection = try await vault.attributes(of: key)?.protection
        #expect(protection?.accessControl == .biometryAnyOrPasscode)
        let value = try await vault.read(key, prompt: Prompt(title: "Read"))?.value
        #expect(value == SecretBytes(utf8: "one"))
    }

    @Test("Jetpack's encrypted preferences: what Tink made itself moves, texts alone")
    func encryptedPreferences() async throws {
        try await phone.layTinkSample()
        let library = AndroidLibrary.encryptedSharedPreferences(fileName: TinkSample.fileName)
        let report = try await phone.migrate(library, removing)
        #expect(report.count(of: .moved) == TinkSample.texts.count)
        #expect(report.removedCount == TinkSample.texts.count)
        let refused = report.records.filter { $0.outcome == .failed }
        #expect(Set(refused.map(\.name)) == ["count", "nothing"])
        #expect(refused.allSatisfy { $0.error?.code == .unsupported })
        try await expect(TinkSample.fileName, TinkSample.texts.map { ($0.key, $0.value) })
        let left = try #require(try phone.text(of: "secret_prefs.xml"))
        for (name, sealed) in TinkSample.entries {
            #expect(left.contains(sealed.value) == !TinkSample.texts.keys.contains(name))
        }
    }

    @Test("Jetpack's encrypted preferences: only names with the prefix move, without it")
    func prefix() async throws {
        try await phone.layTinkSample(masterKeyAlias: "mine")
        let library = AndroidLibrary.encryptedSharedPreferences(
            fileName: TinkSample.fileName, masterKeyAlias: "mine", keyPrefix: "to")
        let report = try await phone.migrate(library, .init(service: "new"))
        #expect(report.records.map(\.name) == ["ken"])
        try await expect("new", [("ken", "a secret of Tink")])
    }

    @Test("P1: without their key encrypted preferences are an error and not nothing")
    func lostKey() async throws {
        try await phone.layTinkSample()
        try phone.platform.keystore.deleteKey("_androidx_security_master_key_")
        let library = AndroidLibrary.encryptedSharedPreferences(fileName: TinkSample.fileName)
        let error = await #expect(throws: KeychainError.self) {
            try await phone.migrate(library, removing)
        }
        #expect(error?.code == .keyInvalidated)
        try phone.layFlutter([("token", "one")])
        try phone.platform.keystore.deleteKey("org.example.chat.FlutterSecureStoragePluginKeyOAEP")
        #expect(codes(try await phone.migrate(flutter, removing)) == [.keyInvalidated])
    }

    @Test("react-native-keychain: credentials move from both kinds of file, by their user name")
    func reactNative() async throws {
        let web = try await phone.reactNativeEntries("web", "ann", "one")
        let plain = try await phone.reactNativeEntries("", "bob", "two")
        let old = try await phone.reactNativeEntries("old", "eve", "three")
        try phone.layDataStore("RN_KEYCHAIN", web + plain)
        try phone.layPreferences("RN_KEYCHAIN", old)
        let report = try await phone.migrate(.reactNativeKeychain(), removing)
        #expect(report.count(of: .moved) == 3 && report.removedCount == 3)
        try await expect("web", [("ann", "one")])
        try await expect("react-native-keychain", [("bob", "two")])
        try await expect("old", [("eve", "three")])
        #expect(try phone.text(of: "RN_KEYCHAIN.preferences_pb")?.contains("web:") == false)
        #expect(try phone.text(of: "RN_KEYCHAIN.preferences_pb")?.contains("seen") == true)
        #expect(try await phone.migrate(.reactNativeKeychain(), removing).records.isEmpty)
    }

    @Test("react-native-keychain: other ciphers, and keys that ask, are reported by their service")
    func reactNativeRefused() async throws {
        let spec = KeySpec(
            .aes256GCM, authenticators: .biometricStrong, authValiditySeconds: 5)
        var entries: [(String, String)] = []
        for cipher in ["KeystoreAESCBC", "FacebookConceal"] {
            entries += try await phone.reactNativeEntries(cipher, "ann", "one", cipher: cipher)
        }
        entries += try await phone.reactNativeEntries(
            "guarded", "ann", "one", cipher: "KeystoreAESGCM", spec)
        entries += try await phone.reactNativeEntries("open", "ann", "one")
        try phone.layDataStore("RN_KEYCHAIN", entries)
        phone.phone.send(.timePasses(60))
        let report = try await phone.migrate(.reactNativeKeychain(), removing)
        #expect(report.count(of: .moved) == 1 && report.removedCount == 1)
        let failed = report.records.filter { $0.outcome == .failed }
        let found = Dictionary(
            failed.map { ($0.service, $0.error?.code) }, uniquingKeysWith: { first, _ in first })
        #expect(
            found == [
                "KeystoreAESCBC": .unsupported, "FacebookConceal": .unsupported,
                "guarded": .authRequired,
            ])
    }

    @Test("expo-secure-store: items of the service move, and a prompt opens the guarded ones")
    func expo() async throws {
        var entries = [
            try await phone.expoEntry("token", "one"),
            try await phone.expoEntry("guarded", "two", isGuarded: true),
            try await phone.expoEntry("token", "no", service: "other"),
        ]
        entries.append(
            (
                "key_v1-strange",
                "{\"scheme\":\"hybrid\",\"usesKeystoreSuffix\":true,"
                    + "\"keystoreAlias\":\"key_v1\"}"
            ))
        try phone.layPreferences("SecureStore", entries)
        let before = phone.phone.promptCount
        let report = try await phone.migrate(
            .expoSecureStore(), removing, prompt: Prompt(title: "Move your items"))
        #expect(report.count(of: .moved) == 2 && report.removedCount == 2)
        #expect(
            report.records.filter { $0.outcome == .failed }.map(\.error?.code) == [.unsupported])
        // One prompt to read; the look before the removal needs none, and the store asks to verify.
        #expect(phone.phone.promptCount > before)
        try await expect("key_v1", [("token", "one")])
        let vault = AndroidVault(phone.platform)
        let key = try ItemKey(service: "key_v1", account: "guarded")
        #expect(
            try await vault.attributes(of: key)?.protection.accessControl == .biometryCurrentSet)
        let left = try #require(try phone.text(of: "SecureStore.xml"))
        #expect(left.contains("other-token") && left.contains("key_v1-strange"))
    }

    @Test("P1: a person who closes the prompt leaves the item, and the others move")
    func canceled() async throws {
        try phone.layPreferences(
            "SecureStore",
            [
                try await phone.expoEntry("guarded", "two", isGuarded: true),
                try await phone.expoEntry("token", "one"),
            ])
        phone.phone.answerPrompts(.cancels)
        let report = try await phone.migrate(
            .expoSecureStore(), removing, prompt: Prompt(title: "Move your items"))
        #expect(report.count(of: .moved) == 1)
        #expect(report.records.contains { $0.error?.code == .userCanceled })
        #expect(try phone.text(of: "SecureStore.xml")?.contains("key_v1-guarded") == true)
    }

    @Test("P1: a file that is damaged is an error and not nothing")
    func damaged() async throws {
        try phone.layFlutter([("token", "one"), ("other", "two")])
        let whole = try #require(try phone.text(of: "FlutterSecureStorage.xml"))
        try phone.platform.container.replaceFile(
            "FlutterSecureStorage.xml", with: Array(whole.utf8.dropLast(9)))
        let damaged = await #expect(throws: KeychainError.self) {
            try await phone.migrate(flutter, removing)
        }
        #expect(damaged?.code == .dataCorrupted)
    }

    @Test("A backup beside the preferences is what counts, until its items are gone as well")
    func backup() async throws {
        try phone.layFlutter([("token", "one")])
        let container = phone.platform.container
        let whole = try #require(try container.readFile("FlutterSecureStorage.xml"))
        try container.replaceFile("FlutterSecureStorage.xml.bak", with: whole)
        try container.replaceFile("FlutterSecureStorage.xml", with: Array("<map".utf8))
        let report = try await phone.migrate(flutter, removing)
        #expect(report.count(of: .moved) == 1 && report.removedCount == 1)
        #expect(try phone.text(of: "FlutterSecureStorage.xml.bak") == nil)
        #expect(try await phone.migrate(flutter, removing).records.isEmpty)
    }
}
