import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// A damaged file answers with an error: never with nothing, never with something wrong.
@Suite("Damage")
struct DamageTests {
    private static let fileName = "holdfast-store"

    private static func filled() async throws -> (AndroidPhone, [UInt8]) {
        let app = AndroidPhone()
        try await app.vault.write(.old, for: AndroidPhone.key)
        try await app.vault.write(
            .old, for: AndroidPhone.makeKey("gated"),
            options: .protected(.whenUnlocked, .biometryCurrentSet))
        try await app.vault.write(
            .old, for: AndroidPhone.makeKey("buried"),
            options: .protected(.whenUnlocked, .biometryCurrentSet))
        app.phone.send(.enrolFinger)
        _ = try await app.vault.attributes(of: AndroidPhone.makeKey("buried"))
        return (app, try #require(try app.folder.readFile(fileName)))
    }

    @Test("P1: every byte of the file flipped: no stored item is missing or another one")
    func everyByte() async throws {
        let (app, bytes) = try await Self.filled()
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            try await Self.expectDamage(damaged, in: app, "byte \(place)")
        }
    }

    @Test("P1: the same before the Keystore was asked for anything in this process")
    func everyByteAtStart() async throws {
        let (app, bytes) = try await Self.filled()
        for place in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[place] ^= 0xFF
            try await Self.expectDamage(damaged, in: app.restarted(), "byte \(place)")
        }
    }

    @Test("P1: a file cut at every length is damaged")
    func everyLength() async throws {
        let (app, bytes) = try await Self.filled()
        for count in bytes.indices {
            try await Self.expectDamage(Array(bytes.prefix(count)), in: app, "\(count) bytes")
        }
        try await Self.expectDamage(bytes + [0], in: app, "a byte more")
    }

    @Test("P1: a damaged file stays as it is, and is good again when it is put back")
    func untouched() async throws {
        let (app, bytes) = try await Self.filled()
        var damaged = bytes
        damaged[bytes.count / 2] ^= 4
        try app.folder.replaceFile(Self.fileName, with: damaged)
        #expect(
            await code { () throws(KeychainError) in
                try await app.vault.write(.new, for: AndroidPhone.key)
            } == .dataCorrupted)
        #expect(
            await code { () throws(KeychainError) in
                try await app.vault.remove(AndroidPhone.key)
            } == .dataCorrupted)
        #expect(try app.folder.readFile(Self.fileName) == damaged)
        try app.folder.replaceFile(Self.fileName, with: bytes)
        #expect(try await app.vault.read(AndroidPhone.key)?.value == .old)
    }

    @Test("a newer format is UNSUPPORTED and left untouched")
    func newerFormat() async throws {
        let (app, bytes) = try await Self.filled()
        var newer = Array(bytes.dropLast(SHA256.byteCount))
        newer[17] = 2
        newer += SHA256.hash(newer)
        try app.folder.replaceFile(Self.fileName, with: newer)
        for _ in 0..<2 {
            #expect(
                await code { () throws(KeychainError) in
                    try await app.vault.read(AndroidPhone.key)
                } == .unsupported)
            #expect(
                await code { () throws(KeychainError) in
                    try await app.vault.write(.new, for: AndroidPhone.key)
                } == .unsupported)
        }
        #expect(try app.folder.readFile(Self.fileName) == newer)
    }

    @Test("P10: the file shows no name and no value")
    func nothingToSee() async throws {
        let app = AndroidPhone()
        let marker = "mArKeR7391"
        let key = try ItemKey(service: marker, account: marker)
        try await app.vault.write(SecretBytes(utf8: marker), for: key)
        let bytes = try #require(try app.folder.readFile(Self.fileName))
        let wanted = Array(marker.utf8)
        let places = bytes.indices.filter { bytes[$0...].starts(with: wanted) }
        #expect(places.isEmpty)
    }

    @Test("P12: a store made from a seed is refused where chance is real")
    func labStore() async throws {
        let app = AndroidPhone()
        try await app.vault.write(.old, for: AndroidPhone.key)
        var platform = app.process.android
        platform.random = SystemRandom()
        let vault = AndroidVault(platform)
        #expect(
            await code { () throws(KeychainError) in try await vault.read(AndroidPhone.key) }
                == .unsupported)
    }

    private static func expectDamage(
        _ bytes: [UInt8], in app: AndroidPhone, _ what: String
    ) async throws {
        try app.folder.replaceFile(fileName, with: bytes)
        let names = ["token", "gated", "buried"].map(AndroidPhone.makeKey)
        for key in names {
            let answer = await code { () throws(KeychainError) in
                try app.vault.readWithoutPrompt(key)
            }
            #expect(answer == .dataCorrupted, "\(what)")
        }
        let list = await code { () throws(KeychainError) in
            try app.vault.listWithoutPrompt(service: nil)
        }
        #expect(list == .dataCorrupted, "\(what), a list")
    }
}
