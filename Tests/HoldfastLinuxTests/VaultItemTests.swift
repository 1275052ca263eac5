import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

@Suite struct VaultItemTests {
    @Test("P1: a vault that does not exist answers nil and makes nothing")
    func noVault() async throws {
        let test = try TestVault()
        let vault = test.open()
        #expect(try await vault.read(try key("a")) == nil)
        #expect(try await vault.list(service: nil).isEmpty)
        #expect(try FileSystem.status(test.location.directory) == nil)
        #expect(try FileSystem.status(test.location.stateDirectory) == nil)
    }

    @Test("P5: what was written is there for a new object")
    func roundTrip() async throws {
        let test = try TestVault()
        let value = SecretBytes(utf8: "geheim")
        let version = try await test.open().write(value, for: try key("a"))
        let item = try #require(try await test.open().read(try key("a")))
        #expect(item.value == value)
        #expect(item.version == version)
        #expect(item.attributes.protection == .standard)
        #expect(try await test.open().read(try key("b")) == nil)
        #expect(try await test.open().list(service: nil).map(\.key) == [try key("a")])
    }

    @Test("P1: locked is refused and not missing")
    func locked() async throws {
        let test = try TestVault()
        let vault = test.open()
        try await vault.write(
            SecretBytes(utf8: "v"), for: try key("a"),
            options: WriteOptions(protection: ItemProtection(accessibility: .whenUnlocked)))
        try await vault.setPasscode(SecretBytes(utf8: "1234"))
        #expect(try await vault.read(try key("a"))?.value == SecretBytes(utf8: "v"))
        try await vault.lock()
        await #expect(throws: KeychainError.self) { try await vault.read(try key("a")) }
        try await vault.unlock(with: SecretBytes(utf8: "1234"))
        #expect(try await vault.read(try key("a"))?.value == SecretBytes(utf8: "v"))
    }

    @Test("P2: several writes together are all made or none, whichever of them cannot be")
    func together() async throws {
        let test = try TestVault()
        let vault = test.open()
        let old = SecretBytes(utf8: "old")
        let version = try await vault.write(old, for: try key("there"))
        let good = try ["a", "b", "c"].map { name in
            ItemWrite(
                SecretBytes(utf8: name), for: try key(name),
                options: WriteOptions(condition: .ifAbsent))
        }
        let bad = [
            ItemWrite(old, for: try key("there"), options: WriteOptions(condition: .ifAbsent)),
            ItemWrite(
                SecretBytes([UInt8](repeating: 0, count: Item.maximumByteCount + 1)),
                for: try key("large"), options: WriteOptions()),
            good[0],
        ]
        for write in bad {
            await #expect(throws: KeychainError.self) {
                try await vault.write(all: good + [write], prompt: .standard)
            }
            #expect(try await vault.list(service: nil).map(\.key) == [try key("there")])
            #expect(try await test.open().read(try key("there"))?.version == version)
        }
        let change = ItemWrite(
            SecretBytes(utf8: "new"), for: try key("there"),
            options: WriteOptions(condition: .ifVersion(version)))
        try await vault.write(all: good + [change], prompt: .standard)
        for name in ["a", "b", "c"] {
            #expect(try await test.open().read(try key(name))?.value == SecretBytes(utf8: name))
        }
        let changed = try await test.open().read(try key("there"))
        #expect(changed?.value == SecretBytes(utf8: "new"))
        #expect(try #require(changed?.version) > version)
    }
}
