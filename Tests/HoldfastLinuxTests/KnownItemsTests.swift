import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// What a process remembers of items is never believed against what is in the vault.
@Suite struct KnownItemsTests {
    @Test("P2: a write on condition sees what another process wrote in the meantime")
    func condition() async throws {
        let test = try TestVault()
        let (mine, other) = (test.open(), test.open())
        let item = try key("item")
        let first = try await mine.write(SecretBytes(utf8: "one"), for: item)
        let second = try await other.write(SecretBytes(utf8: "two"), for: item)
        let error = await #expect(throws: KeychainError.self) {
            try await mine.write(
                SecretBytes(utf8: "three"), for: item,
                options: WriteOptions(condition: .ifVersion(first)))
        }
        #expect(error == StoreConflict.versionChanged.error)
        try await mine.write(
            SecretBytes(utf8: "three"), for: item,
            options: WriteOptions(condition: .ifVersion(second)))
        try await other.remove(item)
        try await mine.write(
            SecretBytes(utf8: "four"), for: item, options: WriteOptions(condition: .ifAbsent))
        #expect(try await other.read(item)?.value == SecretBytes(utf8: "four"))
    }

    @Test("a write keeps the protection and the time that another process gave the item")
    func attributes() async throws {
        let test = try TestVault()
        let (mine, other) = (test.open(), test.open())
        let item = try key("item")
        try await mine.write(SecretBytes(utf8: "one"), for: item)
        let protection = ItemProtection(accessibility: .afterFirstUnlockThisDeviceOnly)
        try await other.write(
            SecretBytes(utf8: "two"), for: item, options: WriteOptions(protection: protection))
        let before = try await other.attributes(of: item)
        test.clock.advance(by: .seconds(5))
        try await mine.write(SecretBytes(utf8: "three"), for: item)
        let after = try await other.attributes(of: item)
        #expect(after?.protection == protection)
        #expect(after?.created == before?.created)
    }
}
