import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// Rows as the libraries lay them, moved on a simulated iPhone.
@Suite("Other libraries' items on an iPhone")
struct KeychainLibraryTests {
    /// One row and whether it is to move.
    private struct Row {
        var service: String?
        var account: SecItemValue
        var value: String
        var more: SecItemDictionary = [:]
        /// The name here; `nil` for a row that stays.
        var name: String?
    }

    private struct Layout: Sendable {
        let library: KeychainLibrary
        let rows: [Row]
    }

    private static let bundle = "org.example.chat"
    private static let valet =
        "VAL_VALValet_initWithIdentifier:accessibility:_main_AccessibleWhenUnlocked"

    private static func data(_ text: String) -> SecItemValue { .data(SecretBytes(utf8: text)) }

    private static let layouts: [String: Layout] = [
        "KeychainAccess": Layout(
            library: .keychainAccess(service: bundle),
            rows: [
                Row(
                    service: bundle, account: .text("token"), value: "v1",
                    more: [
                        SecItemName.synchronizable: .flag(false),
                        SecItemName.accessible: .text(SecItemName.afterFirstUnlock),
                    ], name: "token"),
                Row(
                    service: bundle, account: .text("cloud"), value: "v2",
                    more: [SecItemName.synchronizable: .flag(true)], name: "cloud"),
                Row(service: "other", account: .text("token"), value: "no"),
            ]),
        "keychain-swift": Layout(
            library: .keychainSwift(keyPrefix: "pre_", movingTo: "old"),
            rows: [
                Row(account: .text("pre_token"), value: "v1", name: "token"),
                Row(account: .text("flag"), value: "no"),
                Row(service: bundle, account: .text("pre_token"), value: "no"),
            ]),
        "Valet": Layout(
            library: .valet(identifier: "main", accessibility: "WhenUnlocked"),
            rows: [
                Row(service: valet, account: .text("token"), value: "v1", name: "token"),
                Row(service: valet, account: .text("VAL_KeychainCanaryUsername"), value: "no"),
            ]),
        "flutter_secure_storage": Layout(
            library: .flutterSecureStorage(),
            rows: [
                Row(
                    service: "flutter_secure_storage_service", account: .text("token"),
                    value: "v1", more: [SecItemName.label: .text("l")], name: "token")
            ]),
        "react-native-keychain": Layout(
            library: .reactNativeKeychain(service: bundle),
            rows: [
                Row(
                    service: bundle, account: .text("ann@example.org"), value: "pass word",
                    more: [SecItemName.synchronizable: .flag(false)], name: "ann@example.org")
            ]),
        "expo-secure-store": Layout(
            library: .expoSecureStore(),
            rows: [
                Row(
                    service: "app:no-auth", account: data("token"), value: "v1",
                    more: [SecItemName.generic: data("token")], name: "token"),
                Row(
                    service: "app", account: data("legacy"), value: "v2",
                    more: [SecItemName.generic: data("legacy")], name: "legacy"),
            ]),
        "SwiftKeychainWrapper": Layout(
            library: .swiftKeychainWrapper(serviceName: bundle),
            rows: [
                Row(
                    service: bundle, account: data("token"), value: "v1",
                    more: [SecItemName.generic: data("token")], name: "token")
            ]),
    ]

    @Test("Every item moves, nothing beside it is touched", arguments: layouts.keys.sorted())
    func layout(_ name: String) async throws {
        let layout = try #require(Self.layouts[name])
        let phone = Phone()
        for row in layout.rows {
            let status = phone.lay(
                service: row.service, account: row.account, SecretBytes(utf8: row.value), row.more)
            #expect(status == 0)
        }
        let moving = layout.rows.count { $0.name != nil }
        let dry = try await phone.migrate(layout.library, .init(isDryRun: true, service: "new"))
        #expect(dry.count(of: .wouldMove) == moving && dry.records.count == moving)
        let report = try await phone.migrate(
            layout.library, .init(removesSource: true, service: "new"))
        #expect(report.count(of: .moved) == moving && report.removedCount == moving)
        #expect(report.isComplete)
        let store = AppleKeychain(phone.platform)
        for row in layout.rows {
            let left = phone.foreignValue(service: row.service ?? "", account: row.account)
            let value = SecretBytes(utf8: row.value)
            guard let name = row.name else {
                #expect(left == value)
                continue
            }
            #expect(left == nil)
            let key = try ItemKey(service: "new", account: name)
            #expect(try await store.read(key)?.value == value)
        }
    }

    @Test("The protection that an item had goes with it")
    func protection() async throws {
        let phone = Phone()
        let more: SecItemDictionary = [
            SecItemName.accessible: .text(SecItemName.whenUnlockedThisDeviceOnly)
        ]
        #expect(phone.lay(service: "s", account: .text("a"), SecretBytes(utf8: "v"), more) == 0)
        _ = try await phone.migrate(.keychainAccess(service: "s"), .init(service: "new"))
        let key = try ItemKey(service: "new", account: "a")
        let attributes = try await AppleKeychain(phone.platform).attributes(of: key)
        #expect(attributes?.protection.accessibility == .whenUnlockedThisDeviceOnly)
    }

    @Test("P1: a locked phone is reported and nothing is taken for missing")
    func locked() async throws {
        let phone = Phone()
        let more: SecItemDictionary = [SecItemName.accessible: .text(SecItemName.whenUnlocked)]
        #expect(phone.lay(service: "s", account: .text("a"), SecretBytes(utf8: "v"), more) == 0)
        _ = try await AppleKeychain(phone.platform).list(service: nil)
        phone.phone.send(.lock)
        let options = MigrationOptions(removesSource: true, service: "new")
        let codes = await Self.codes { () async throws(KeychainError) in
            try await phone.migrate(.keychainAccess(service: "s"), options)
        }
        #expect(codes == [.interactionNotAllowed])
        phone.phone.send(.unlock)
        let report = try await phone.migrate(.keychainAccess(service: "s"), options)
        #expect(report.count(of: .moved) == 1 && report.removedCount == 1)
    }

    @Test("P1: an item that asks for a person is reported, the others move, and nobody is asked")
    func gated() async throws {
        let phone = Phone()
        let object = AccessControlObject(
            protection: SecItemName.whenUnlockedThisDeviceOnly, flags: .biometryAny)
        let more: SecItemDictionary = [SecItemName.accessControl: .accessControl(object)]
        #expect(phone.lay(service: "s", account: .text("a"), SecretBytes(utf8: "1"), more) == 0)
        #expect(phone.lay(service: "s", account: .text("b"), SecretBytes(utf8: "2")) == 0)
        let options = MigrationOptions(removesSource: true, service: "new")
        let report = try await phone.migrate(.keychainAccess(service: "s"), options)
        #expect(report.count(of: .moved) == 1)
        #expect(report.records.contains { $0.error?.code == .interactionNotAllowed })
        #expect(!report.isComplete)
        #expect(phone.phone.promptCount == 0)
    }

    @Test("What only the old library reads is reported: archives, shadowed names")
    func foreignForms() async throws {
        let phone = Phone()
        let archive = SecretBytes(utf8: "bplist00 and more")
        let rows: [(String, String, SecretBytes)] = [
            ("w", "count", archive), ("e:no-auth", "x", SecretBytes(utf8: "1")),
            ("e", "x", SecretBytes(utf8: "2")),
        ]
        for (service, account, value) in rows {
            #expect(phone.lay(service: service, account: Self.data(account), value) == 0)
        }
        let options = MigrationOptions(removesSource: true, service: "new")
        let archives = try await phone.migrate(
            .swiftKeychainWrapper(serviceName: "w"), options)
        #expect(archives.records.map(\.error?.code) == [.unsupported])
        #expect(archives.removedCount == 0)
        let report = try await phone.migrate(.expoSecureStore(keychainService: "e"), options)
        #expect(report.count(of: .moved) == 1 && report.count(of: .failed) == 1)
        let left = phone.foreignValue(service: "e", account: Self.data("x"))
        #expect(left == SecretBytes(utf8: "2"))
    }

    @Test("P2: one name for both in one keychain is refused, and the source keeps its value")
    func sameName() async throws {
        let phone = Phone()
        #expect(phone.lay(service: "s", account: .text("a"), SecretBytes(utf8: "v")) == 0)
        let report = try await phone.migrate(
            .keychainAccess(service: "s"), .init(removesSource: true))
        #expect(report.records.first?.outcome == .failed)
        let left = phone.foreignValue(service: "s", account: .text("a"))
        #expect(left == SecretBytes(utf8: "v"))
    }

    private static func codes(
        _ body: () async throws(KeychainError) -> MigrationReport
    ) async -> [KeychainError.Code?] {
        do {
            return try await body().records.map(\.error?.code)
        } catch {
            return [error.code]
        }
    }
}
