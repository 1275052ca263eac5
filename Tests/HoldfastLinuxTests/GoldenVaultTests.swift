import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// A vault of format 1 that every later version must open.
///
/// `HOLDFAST_RECORD_GOLDEN=1` makes it anew, which is right only before a format is released.
@Suite struct GoldenVaultTests {
    private static let passcode = SecretBytes(utf8: "the golden passcode")
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
        + "/Fixtures/vault-1"

    /// What is in it: a name, a value, a protection, a kind.
    private static let items: [(String, [UInt8], ItemProtection, ItemKind)] = [
        ("empty", [], ItemProtection(accessibility: .afterFirstUnlock), .bytes),
        ("text", Array("grüße\0\n".utf8), ItemProtection(accessibility: .whenUnlocked), .bytes),
        (
            "../\u{65}\u{301}", [0xff, 0x00, 0xfe],
            ItemProtection(accessibility: .whenUnlockedThisDeviceOnly), .bytes
        ),
        (
            "long", [UInt8](repeating: 7, count: 20_000),
            ItemProtection(accessibility: .afterFirstUnlockThisDeviceOnly), .bytes
        ),
        (
            "passcode", [1, 2, 3],
            ItemProtection(accessibility: .whenPasscodeSetThisDeviceOnly), .bytes
        ),
        (
            "gated", [4, 5, 6],
            ItemProtection(
                accessibility: .afterFirstUnlock, accessControl: .biometryAnyOrPasscode,
                authValiditySeconds: 60), .bytes
        ),
    ]

    @Test("the golden vault of format 1 opens, and every value is what it was")
    func opens() async throws {
        if getenv("HOLDFAST_RECORD_GOLDEN") != nil { try await Self.record() }
        let test = try TestVault()
        #expect(copyFiles(from: Self.folder, to: test.location.directory))
        let secret = test.location.directory + "/device-secret"
        #expect(mkdir(test.location.stateDirectory, 0o700) == 0)
        #expect(rename(secret, test.location.stateDirectory + "/device-secret") == 0)
        let vault = test.open()
        let locked = await #expect(throws: KeychainError.self) {
            try await vault.list(service: nil)
        }
        #expect(locked?.code == .interactionNotAllowed)
        try await vault.unlock(with: Self.passcode)
        for (name, value, protection, kind) in Self.items {
            if protection.accessControl != .none { test.passcodes.answer("the golden passcode") }
            let item = try #require(try await vault.read(try key(name, "golden")))
            #expect(item.value == SecretBytes(value), "\(name)")
            #expect(item.attributes.protection == protection)
            #expect(item.attributes.kind == kind)
            #expect(item.attributes.created == UnixTime(seconds: 1_800_000_000))
        }
        let credential = try await vault.readCredential(try key("credential", "golden"))
        #expect(credential?.userName == "someone")
        #expect(credential?.password == SecretBytes(utf8: "something"))
        let lost = try #require(try await vault.attributes(of: try key("lost", "golden")))
        #expect(lost.invalidation?.reason == .passcodeRemoved)
        #expect(try await vault.list(service: nil).count == Self.items.count + 2)
        #expect(await vault.doctor().allSatisfy { $0.grade != .bad })
        // It can be written to, and still is a vault.
        try await vault.write(SecretBytes(utf8: "new"), for: try key("text", "golden"))
        #expect(await vault.doctor().allSatisfy { $0.grade != .bad })
    }

    private static func record() async throws {
        let test = try TestVault()
        try await fill(test)
        // The vault was closed, so its log is in the file.
        for file in ["vault.db", "sequence"] {
            let bytes = try readFile(test.location.directory + "/" + file)
            try writeFile(folder + "/" + file, bytes)
        }
        try writeFile(
            folder + "/device-secret",
            try readFile(test.location.stateDirectory + "/device-secret"))
    }

    private static func fill(_ test: TestVault) async throws {
        let vault = test.open()
        try await vault.setPasscode(passcode)
        try await vault.write(
            SecretBytes([9]), for: try key("lost", "golden"),
            options: WriteOptions(
                protection: ItemProtection(accessibility: .whenPasscodeSetThisDeviceOnly)))
        try await vault.removePasscode(passcode)
        try await vault.setPasscode(passcode)
        for (name, value, protection, kind) in items {
            test.passcodes.answer("the golden passcode")
            try await vault.write(
                SecretBytes(value), for: try key(name, "golden"),
                options: WriteOptions(protection: protection, kind: kind))
        }
        try await vault.writeCredential(
            Credential(userName: "someone", password: SecretBytes(utf8: "something")),
            for: try key("credential", "golden"))
        try vault.locked { (core) throws(KeychainError) in core.close() }
    }
}
