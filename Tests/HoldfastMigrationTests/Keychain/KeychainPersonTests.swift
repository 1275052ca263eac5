import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration
import Testing

/// Rows that demand a person, of shared groups, and of internet passwords, on a simulated iPhone.
@Suite("Other libraries' guarded, shared and internet items on an iPhone")
struct KeychainPersonTests {
    private static let guarded = ItemProtection(
        accessibility: .whenPasscodeSetThisDeviceOnly, accessControl: .biometryCurrentSet)

    private func lay(
        _ phone: Phone, _ service: String, _ account: String,
        _ flags: AccessControlObject.Flags
    ) {
        let object = AccessControlObject(
            protection: SecItemName.whenPasscodeSetThisDeviceOnly, flags: flags)
        let status = phone.lay(
            service: service, account: .text(account), SecretBytes(utf8: "value of \(account)"),
            [SecItemName.accessControl: .accessControl(object)])
        #expect(status == 0)
    }

    private func enclaveService(_ kind: String, _ suffix: String) -> String {
        "VAL_\(kind)_initWithIdentifier:accessibility:_main"
            + "_AccessibleWhenPasscodeSetThisDeviceOnly\(suffix)"
    }

    @Test("Items of a Secure Enclave Valet move after one prompt, and keep what they demand")
    func enclaveValet() async throws {
        let phone = Phone()
        let service = enclaveService(
            "VALSecureEnclaveValet", "_AccessControlTouchIDCurrentFingerprintSet")
        for name in ["a", "b"] { lay(phone, service, name, .biometryCurrentSet) }
        let library = KeychainLibrary.secureEnclaveValet(
            identifier: "main", accessControl: .biometricCurrentSet)
        let options = MigrationOptions(removesSource: true, service: "new")
        let source = KeychainSource(library, in: phone.platform)
        let store = AppleKeychain(phone.platform)
        let before = try await Migration(from: source, to: store).run(options)
        #expect(before.records.allSatisfy { $0.error?.code == .interactionNotAllowed })
        #expect(phone.phone.promptCount == 0)
        try await source.askPerson(Prompt(title: "Move your items"), for: Self.guarded)
        #expect(phone.phone.promptCount == 1)
        let report = try await Migration(from: source, to: store).run(options)
        #expect(report.count(of: .moved) == 2 && report.removedCount == 2)
        let key = try ItemKey(service: "new", account: "a")
        #expect(try await store.attributes(of: key)?.protection == Self.guarded)
        let value = try await store.read(key, prompt: Prompt(title: "Read"))?.value
        #expect(value == SecretBytes(utf8: "value of a"))
    }

    @Test("Items that demand nobody keep their protection when a person was asked")
    func mixed() async throws {
        let phone = Phone()
        lay(phone, "s", "guarded", .biometryCurrentSet)
        let open: SecItemDictionary = [
            SecItemName.accessible: .text(SecItemName.afterFirstUnlock)
        ]
        #expect(
            phone.lay(service: "s", account: .text("open"), SecretBytes(utf8: "v"), open) == 0)
        let source = KeychainSource(.keychainAccess(service: "s"), in: phone.platform)
        try await source.askPerson(Prompt(title: "Move"), for: Self.guarded)
        let store = AppleKeychain(phone.platform)
        let report = try await Migration(from: source, to: store).run(.init(service: "new"))
        #expect(report.count(of: .moved) == 2)
        let expected: [(String, AccessControl)] = [
            ("guarded", .biometryCurrentSet), ("open", .none),
        ]
        for (name, accessControl) in expected {
            let attributes = try await store.attributes(
                of: ItemKey(service: "new", account: name))
            #expect(attributes?.protection.accessControl == accessControl)
        }
    }

    @Test("P1: a person who does not confirm leaves everything as it was")
    func canceled() async throws {
        let phone = Phone()
        lay(phone, "s", "a", .biometryAny)
        let source = KeychainSource(.keychainAccess(service: "s"), in: phone.platform)
        phone.phone.answerPrompts(.cancels)
        await #expect(throws: KeychainError.self) {
            try await source.askPerson(Prompt(title: "Move"), for: Self.guarded)
        }
        await #expect(throws: KeychainError.self) {
            try await source.askPerson(Prompt(title: "Move"), for: ItemProtection())
        }
        let report = try await Migration(
            from: source, to: AppleKeychain(phone.platform)
        ).run(.init(removesSource: true, service: "new"))
        #expect(report.records.allSatisfy { $0.error?.code == .interactionNotAllowed })
        #expect(report.removedCount == 0)
    }

    @Test("Only the Valet that is named moves, by kind and demand")
    func valetNames() async throws {
        let kinds = ["VALSecureEnclaveValet", "VALSinglePromptSecureEnclaveValet"]
        for single in [false, true] {
            for access in KeychainLibrary.ValetAccessControl.allCases {
                let phone = Phone()
                for kind in kinds {
                    for suffix in KeychainLibrary.ValetAccessControl.allCases.map(\.rawValue) {
                        let status = phone.lay(
                            service: enclaveService(kind, suffix), account: .text("a"),
                            SecretBytes(utf8: kind + suffix))
                        #expect(status == 0)
                    }
                }
                let library = KeychainLibrary.secureEnclaveValet(
                    identifier: "main", accessControl: access, isSinglePrompt: single)
                let report = try await phone.migrate(library, .init(service: "new"))
                #expect(report.count(of: .moved) == 1 && report.records.count == 1)
                let key = try ItemKey(service: "new", account: "a")
                let value = try await AppleKeychain(phone.platform).read(key)?.value
                #expect(value == SecretBytes(utf8: kinds[single ? 1 : 0] + access.rawValue))
            }
        }
    }

    @Test("A Valet of a shared group moves, and the same service in another group does not")
    func sharedValet() async throws {
        let groups = ["TEAM.org.example.chat", "TEAM.org.example.shared", "TEAM.org.example.other"]
        let phone = Phone(accessGroups: groups)
        let start = "VAL_VALValet_initWithSharedAccessGroupIdentifier:accessibility:_"
        let service = start + "org.example.shared_main_AccessibleAfterFirstUnlock"
        for group in groups.dropFirst() {
            let status = phone.lay(
                service: service, account: .text("a"), SecretBytes(utf8: group),
                [SecItemName.accessGroup: .text(group)])
            #expect(status == 0)
        }
        let library = KeychainLibrary.valet(
            accessGroup: "TEAM.org.example.shared", identifier: "main",
            accessibility: "AfterFirstUnlock")
        let report = try await phone.migrate(library, .init(removesSource: true, service: "new"))
        #expect(report.count(of: .moved) == 1 && report.records.count == 1)
        #expect(report.removedCount == 1)
        let key = try ItemKey(service: "new", account: "a")
        let value = try await AppleKeychain(phone.platform).read(key)?.value
        #expect(value == SecretBytes(utf8: "TEAM.org.example.shared"))
        let left = phone.foreignValue(service: service, account: .text("a"))
        #expect(left == SecretBytes(utf8: "TEAM.org.example.other"))
    }

    @Test("Internet passwords move by their server, and those of one name are left alone")
    func internetPasswords() async throws {
        let phone = Phone()
        let rows: [(String, String, Int, String)] = [
            ("example.org", "ann", 443, "1"), ("example.org", "bob", 443, "2"),
            ("example.org", "bob", 8443, "3"), ("example.net", "ann", 443, "no"),
        ]
        for (server, account, port, value) in rows {
            #expect(phone.layInternet(server, account, port: port, SecretBytes(utf8: value)) == 0)
        }
        // A generic password of the same names is another row.
        #expect(
            phone.lay(service: "example.org", account: .text("ann"), SecretBytes(utf8: "no")) == 0)
        let options = MigrationOptions(removesSource: true, service: "new")
        let report = try await phone.migrate(.keychainAccess(server: "example.org"), options)
        #expect(report.count(of: .moved) == 1 && report.count(of: .ambiguous) == 2)
        let narrow = try await phone.migrate(
            .keychainAccess(server: "example.org", port: 8443), options)
        #expect(narrow.count(of: .moved) == 1 && narrow.removedCount == 1)
        let store = AppleKeychain(phone.platform)
        for (account, value) in [("ann", "1"), ("bob", "3")] {
            let key = try ItemKey(service: "new", account: account)
            #expect(try await store.read(key)?.value == SecretBytes(utf8: value))
        }
        #expect(phone.internetPorts("example.org") == [443])
        #expect(phone.internetPorts("example.net") == [443])
        #expect(phone.foreignValue(service: "example.org", account: .text("ann")) != nil)
        let rest = try await phone.migrate(.reactNativeKeychain(server: "example.net"), options)
        #expect(rest.count(of: .conflict) == 1 && rest.removedCount == 0)
    }
}
