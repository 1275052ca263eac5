import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// Credentials of react-native-keychain whose key demands a person, on a simulated Android phone.
@Suite("Other libraries' guarded items on an Android phone")
struct AndroidPersonTests {
    private let phone = AndroidPhone()
    private let options = MigrationOptions(removesSource: true)
    private let prompt = Prompt(title: "Move your items")

    /// One credential for each cipher that demands a person, and one that demands nobody.
    private func lay() async throws {
        try await phone.layGuardedReactNative([("gcm", "ann", "one")], [("rsa", "bob", "two")])
    }

    private func migrate(_ source: AndroidSource) async throws(KeychainError) -> MigrationReport {
        try await Migration(from: source, to: AndroidVault(phone.platform)).run(options)
    }

    private func codes(_ report: MigrationReport) -> [KeychainError.Code?] {
        report.records.map(\.error?.code)
    }

    /// A source whose person was asked, or the code that the person's answer is.
    private func ask(_ source: AndroidSource) async -> KeychainError.Code? {
        do {
            try await source.askPerson(prompt)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("One prompt opens credentials of both ciphers, which stay guarded here")
    func asked() async throws {
        try await lay()
        let source = phone.source(.reactNativeKeychain())
        let before = phone.phone.promptCount
        #expect(codes(try await migrate(source)) == [.authRequired, .authRequired])
        #expect(phone.phone.promptCount == before)
        try await source.askPerson(prompt)
        // The key counts a person for 5 seconds, and both are bound to the same.
        #expect(phone.phone.promptCount == before + 1)
        let report = try await migrate(source)
        #expect(report.count(of: .moved) == 2 && report.removedCount == 2)
        let vault = AndroidVault(phone.platform)
        for (service, name, value) in [("gcm", "ann", "one"), ("rsa", "bob", "two")] {
            let key = try ItemKey(service: service, account: name)
            let protection = try await vault.attributes(of: key)?.protection
            #expect(protection?.accessControl == .biometryCurrentSet)
            let found = try await vault.read(key, prompt: prompt)?.value
            #expect(found == SecretBytes(utf8: value))
        }
        #expect(try await migrate(phone.source(.reactNativeKeychain())).records.isEmpty)
    }

    @Test("An item that is opened within the key's time is as guarded as one that was asked for")
    func withinTime() async throws {
        try await lay()
        // The app itself asked a moment ago, so that every key opens without a prompt.
        _ = await phone.platform.biometricPrompt.authenticate(prompt, .biometricStrong, for: nil)
        let report = try await migrate(phone.source(.reactNativeKeychain()))
        #expect(report.count(of: .moved) == 2)
        let key = try ItemKey(service: "rsa", account: "bob")
        let attributes = try await AndroidVault(phone.platform).attributes(of: key)
        #expect(attributes?.protection.accessControl == .biometryCurrentSet)
    }

    @Test("A key of version 9 demands nobody: its credential moves at once, and stays open")
    func version9() async throws {
        let sealed = try await phone.seal(SecretBytes(utf8: "eve"), "RN_KEYCHAIN_DEFAULT_ALIAS")
        let value = try await phone.seal(SecretBytes(utf8: "three"), "RN_KEYCHAIN_DEFAULT_ALIAS")
        try phone.layDataStore(
            "RN_KEYCHAIN",
            [
                (":c", "KeystoreAESGCM"), (":u", Text.lines(sealed)), (":p", Text.lines(value)),
            ])
        let before = phone.phone.promptCount
        let source = phone.source(.reactNativeKeychain())
        try await source.askPerson(prompt)
        #expect(try await migrate(source).count(of: .moved) == 1)
        #expect(phone.phone.promptCount == before)
        #expect(
            try await phone.value("react-native-keychain", "eve") == SecretBytes(utf8: "three"))
    }

    @Test(
        "P1: a prompt that ends otherwise leaves everything, with its code",
        arguments: [
            (PersonAction.cancels, KeychainError.Code.userCanceled),
            (.waits, .systemCanceled), (.locksPhone, .systemCanceled),
        ])
    func unconfirmed(_ action: PersonAction, _ code: KeychainError.Code) async throws {
        try await lay()
        let whole = try #require(try phone.text(of: "RN_KEYCHAIN.preferences_pb"))
        phone.phone.answerPrompts(action)
        let source = phone.source(.reactNativeKeychain())
        #expect(await ask(source) == code)
        phone.phone.send(.unlock)
        let report = try await migrate(source)
        #expect(codes(report) == [.authRequired, .authRequired] && report.removedCount == 0)
        #expect(try phone.text(of: "RN_KEYCHAIN.preferences_pb") == whole)
    }

    @Test("P1: in the background nobody is asked, and the items are reported")
    func background() async throws {
        try await lay()
        phone.phone.send(.background)
        let before = phone.phone.promptCount
        let source = phone.source(.reactNativeKeychain())
        #expect(await ask(source) == .noActivity)
        #expect(codes(try await migrate(source)) == [.authRequired, .authRequired])
        #expect(phone.phone.promptCount == before)
    }

    @Test("P1: credentials whose key a new finger ended stay where they are, and are reported")
    func newFinger() async throws {
        try await lay()
        phone.phone.send(.enrolFinger)
        let source = phone.source(.reactNativeKeychain())
        // The platform does not tell it: the key counts nobody any more.
        #expect(await ask(source) == nil)
        let report = try await migrate(source)
        #expect(codes(report) == [.authRequired, .authRequired] && report.removedCount == 0)
    }

    @Test("A password that is needed after the key's time asks again, with the same words")
    func later() async throws {
        try await lay()
        let source = phone.source(.reactNativeKeychain())
        try await source.askPerson(prompt)
        phone.phone.send(.timePasses(60))
        let before = phone.phone.promptCount
        for item in try await source.listing().items {
            #expect(try await source.read(item) != nil)
        }
        #expect(phone.phone.promptCount == before + 1)
    }
}
