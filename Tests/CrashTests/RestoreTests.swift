import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

@Suite("A copy of the vault restored and written again")
struct RestoreTests {
    /// What a value was sealed with: key and nonce come from the class key, this salt and the rest.
    private struct Seal: Hashable {
        let salt: [UInt8]
        let sealed: [UInt8]
    }

    @Test("the same writes after a restore use no salt twice, so no nonce under any key")
    func salts() async throws {
        let vault = try CrashedVault(isOnDisk: false)
        let passcode = SecretBytes(utf8: "1234")
        try await vault.open().setPasscode(passcode)
        try await vault.open().lock(alsoAfterFirstUnlock: true)
        try Files.waitUntilGone(vault.directory + "/vault.db-wal")
        let backup = try Files.contents(of: vault.directory)
        var seals: [Seal] = []
        var versions: Set<Int64> = []
        for _ in 0..<4 {
            try Files.replace(vault.directory, with: backup)
            try await write(vault, passcode, &seals, &versions)
        }
        #expect(seals.count == 4 * 3 * 10)
        #expect(Set(seals.map(\.salt)).count == seals.count)
        #expect(Set(seals.map(\.sealed)).count == seals.count)
        // The histories are truly the same but for the salts: the versions repeat.
        #expect(versions.count == seals.count / 4)
    }

    private func write(
        _ place: CrashedVault, _ passcode: SecretBytes, _ seals: inout [Seal],
        _ versions: inout Set<Int64>
    ) async throws {
        let vault = place.open()
        try await vault.unlock(with: passcode, keeping: .process)
        for _ in 0..<3 {
            for number in 0..<10 {
                let key = try ItemKey(service: "s", account: "\(number)")
                try await vault.write(SecretBytes(utf8: "the same value"), for: key)
                let (seal, version) = try newest(place)
                seals.append(seal)
                versions.insert(version)
            }
        }
    }

    private func newest(_ place: CrashedVault) throws -> (Seal, Int64) {
        let connection = try Connection(path: place.directory + "/vault.db")
        let select = try connection.prepare(
            "SELECT salt, value, version FROM item ORDER BY version DESC LIMIT 1")
        return try #require(
            try select.firstRow { row in
                (Seal(salt: row.blob(0), sealed: row.blob(1)), row.int64(2))
            })
    }

    @Test("a change of the passcode after a restore wraps no key with a salt used before")
    func wraps() async throws {
        let vault = try CrashedVault(isOnDisk: false)
        try await vault.open().write(
            SecretBytes(utf8: "v"), for: try ItemKey(service: "s", account: "a"))
        try Files.waitUntilGone(vault.directory + "/vault.db-wal")
        let backup = try Files.contents(of: vault.directory)
        var salts: [[UInt8]] = []
        for _ in 0..<3 {
            try Files.replace(vault.directory, with: backup)
            let passcode = SecretBytes(utf8: "1234")
            try await vault.open().setPasscode(passcode)
            salts += try wrapSalts(vault)
            try await vault.open().lock(alsoAfterFirstUnlock: true)
        }
        #expect(salts.count >= 3 * 7)
        #expect(Set(salts).count == salts.count)
    }

    private func wrapSalts(_ place: CrashedVault) throws -> [[UInt8]] {
        let connection = try Connection(path: place.directory + "/vault.db")
        var salts: [[UInt8]] = []
        try connection.prepare(
            "SELECT salt FROM class_key UNION ALL SELECT kdf_salt FROM vault UNION ALL"
                + " SELECT salt FROM item"
        ).forEachRow { row in salts.append(row.blob(0)) }
        return salts
    }
}
