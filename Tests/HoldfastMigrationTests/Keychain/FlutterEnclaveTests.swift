import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// Values of flutter_secure_storage that the Secure Enclave guards, on a simulated iPhone.
@Suite("flutter_secure_storage's values under the Secure Enclave")
struct FlutterEnclaveTests {
    private let phone = Phone()
    private let library = KeychainLibrary.flutterSecureStorage(accountName: "f")
    private let options = MigrationOptions(removesSource: true, service: "new")
    private static let guarded = ItemProtection(
        accessibility: .whenUnlockedThisDeviceOnly, accessControl: .biometryAny)
    private static let access = AccessControlObject(
        protection: SecItemName.whenUnlockedThisDeviceOnly, flags: .biometryAny)

    private func value(_ name: String) async throws -> SecretBytes? {
        try await AppleKeychain(phone.platform).read(
            ItemKey(service: "new", account: name), prompt: Prompt(title: "Read"))?.value
    }

    private func codes(_ report: MigrationReport) -> Set<KeychainError.Code?> {
        Set(report.records.map(\.error?.code))
    }

    @Test("Values that demand nobody move at once, sealed and plain, and leave nothing")
    func open() async throws {
        try phone.layEnclaveFlutter("f", "sealed", "one")
        #expect(phone.lay(service: "f", account: .text("plain"), SecretBytes(utf8: "two")) == 0)
        let report = try await phone.migrate(library, options)
        #expect(report.count(of: .moved) == 2 && report.removedCount == 2)
        #expect(try await value("sealed") == SecretBytes(utf8: "one"))
        #expect(try await value("plain") == SecretBytes(utf8: "two"))
        for name in ["sealed", "fss.wrapped.sealed", "plain"] {
            #expect(phone.foreignValue(service: "f", account: .text(name)) == nil)
        }
        #expect(phone.phone.promptCount == 0)
    }

    @Test("Values that demand a person move after one prompt, and demand the same here")
    func asked() async throws {
        for name in ["a", "b"] {
            try phone.layEnclaveFlutter("f", name, "of \(name)", access: Self.access)
        }
        let source = KeychainSource(library, in: phone.platform)
        let store = AppleKeychain(phone.platform)
        let before = try await Migration(from: source, to: store).run(options)
        #expect(codes(before) == [.interactionNotAllowed] && phone.phone.promptCount == 0)
        try await source.askPerson(Prompt(title: "Move"), for: Self.guarded)
        #expect(phone.phone.promptCount == 1)
        let report = try await Migration(from: source, to: store).run(options)
        #expect(report.count(of: .moved) == 2 && report.removedCount == 2)
        #expect(try await value("a") == SecretBytes(utf8: "of a"))
        let key = try ItemKey(service: "new", account: "a")
        #expect(try await store.attributes(of: key)?.protection == Self.guarded)
    }

    @Test("P1: in the background nobody is asked, and the items are reported")
    func background() async throws {
        try phone.layEnclaveFlutter("f", "a", "one", access: Self.access)
        phone.phone.send(.background)
        let source = KeychainSource(library, in: phone.platform)
        let error = await #expect(throws: KeychainError.self) {
            try await source.askPerson(Prompt(title: "Move"), for: Self.guarded)
        }
        #expect(error?.code == .interactionNotAllowed)
        let report = try await Migration(
            from: source, to: AppleKeychain(phone.platform)
        ).run(options)
        #expect(codes(report) == [.interactionNotAllowed] && report.removedCount == 0)
        #expect(phone.phone.promptCount == 0)
    }

    @Test("P1: without its key in the Secure Enclave a value is invalidated and not missing")
    func lostKey() async throws {
        try phone.layEnclaveFlutter("g", "a", "one")
        for name in ["a", "fss.wrapped.a"] {
            let value = try #require(phone.foreignValue(service: "g", account: .text(name)))
            #expect(phone.lay(service: "f", account: .text(name), value) == 0)
        }
        let report = try await phone.migrate(library, options)
        #expect(codes(report) == [.keyInvalidated] && report.removedCount == 0)
        #expect(phone.foreignValue(service: "f", account: .text("a")) != nil)
    }

    @Test("What the wrapped key beside it did not seal is reported, and never taken for a value")
    func unsealed() async throws {
        for (name, value) in [("short", "two"), ("long", String(repeating: "x", count: 60))] {
            try phone.layEnclaveFlutter("f", name, "one")
            let status = phone.platform.secItem.update(
                [
                    SecItemName.itemClass: .text(SecItemName.genericPassword),
                    SecItemName.service: .text("f"), SecItemName.account: .text(name),
                ], [SecItemName.valueData: .data(SecretBytes(utf8: value))])
            #expect(status == 0)
        }
        let report = try await phone.migrate(library, options)
        #expect(codes(report) == [.dataCorrupted] && report.removedCount == 0)
        #expect(try await value("long") == nil)
    }
}
