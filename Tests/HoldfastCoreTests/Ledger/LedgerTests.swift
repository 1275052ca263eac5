import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastCore

@Suite struct LedgerTests {
    @Test("a ledger comes back as it was written")
    func roundTrip() throws {
        let ledger = try Self.sample()
        #expect(try Ledger(decoding: ledger.encoded) == ledger)
        #expect(try Ledger(decoding: ledger.encoded).encoded == ledger.encoded)
    }

    @Test("a ledger with any byte changed, or cut anywhere, is damaged and nothing else")
    func damage() throws {
        let bytes = try Self.sample().encoded
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(throws: LedgerDamage.damaged) { try Ledger(decoding: changed) }
            #expect(throws: LedgerDamage.damaged) { try Ledger(decoding: Array(bytes[..<index])) }
        }
        #expect(throws: LedgerDamage.damaged) { try Ledger(decoding: bytes + [0]) }
    }

    @Test("a ledger of a newer format is refused as one and left alone")
    func newerFormat() throws {
        let ledger = try Self.sample()
        var body = Array(ledger.encoded.dropLast(32))
        body[9] = 2
        let newer = body + HMACSHA256Key(SecretBytes(ledger.hashKey)).authenticate(body)
        #expect(throws: LedgerDamage.newerFormat(2)) { try Ledger(decoding: newer) }

        let container = MemoryContainer()
        try container.replaceFile("ledger", with: newer)
        let error = #expect(throws: KeychainError.self) { try LedgerFile(in: container).load() }
        #expect(error?.code == .unsupported)
        #expect(try container.readFile("ledger") == newer)
    }

    @Test("a ledger's place tells a missing ledger from a damaged one")
    func places() throws {
        let container = MemoryContainer()
        let file = LedgerFile(in: container)
        #expect(try file.load() == .missing)
        let ledger = try Self.sample()
        try file.save(ledger)
        #expect(try file.load() == .ledger(ledger))
        try container.replaceFile("ledger", with: [1, 2, 3])
        #expect(try file.load() == .damaged)
    }

    @Test("names are hashed with their borders")
    func names() throws {
        let ledger = try Self.sample()
        #expect(ledger.name(of: ["ab", "c"]) != ledger.name(of: ["a", "bc"]))
        #expect(ledger.name(of: ["a"]) != ledger.name(of: ["a", ""]))
        #expect(ledger.name(of: ["a", "b"]) == ledger.name(of: ["a", "b"]))
        let other = try Self.empty(seed: 2)
        #expect(other.name(of: ["a", "b"]) != ledger.name(of: ["a", "b"]))
    }

    @Test("no version is given twice, not even after a ledger was lost")
    func versions() throws {
        var ledger = try Self.empty(seed: 1)
        let first = ledger.takeVersion()
        #expect(ledger.takeVersion() > first)
        let later = try Self.empty(seed: 1, now: 1_800_000_001)
        #expect(later.nextVersion > ledger.nextVersion)
        let backwards = try Self.empty(seed: 1, highest: ledger.nextVersion, now: 0)
        #expect(backwards.nextVersion > ledger.nextVersion)
    }

    @Test("a change that did not happen leaves what was settled")
    func abandoned() throws {
        var ledger = try Self.empty(seed: 1)
        let name = ledger.name(of: ["a"])
        ledger.beginWrite(name, Self.facts(1))
        ledger.abandon(name)
        #expect(ledger[name] == nil)
        ledger.settle(name, as: Self.facts(1))
        ledger.beginRemoval(name)
        ledger.abandon(name)
        #expect(ledger[name] == LedgerEntry(settled: .item(Self.facts(1)), pending: nil))
    }

    static func empty(
        seed: UInt64, highest: ItemVersion? = nil, now: Int64 = 1_800_000_000
    ) throws -> Ledger {
        try Ledger(
            sentinel: [UInt8](repeating: 7, count: 16), highestVersion: highest,
            now: UnixTime(seconds: now), random: SeededRandom(seed: seed))
    }

    static func sample() throws -> Ledger {
        var ledger = try empty(seed: 1)
        ledger.settle(ledger.name(of: ["a"]), as: facts(1))
        ledger.beginWrite(ledger.name(of: ["a"]), facts(2))
        ledger.beginRemoval(ledger.name(of: ["b"]))
        let grave = Invalidation(reason: .biometricsChanged, time: UnixTime(seconds: 5))
        ledger.bury(ledger.name(of: ["c"]), grave, facts(3))
        return ledger
    }

    static func facts(_ version: UInt64) -> LedgerFacts {
        LedgerFacts(
            version: ItemVersion(rawValue: version),
            protection: ItemProtection(
                accessibility: .whenUnlocked, accessControl: .biometryCurrentSet,
                accessGroup: "group"),
            kind: .credential, created: UnixTime(seconds: 1), modified: UnixTime(seconds: 2),
            byteCount: 3, biometricState: version == 1 ? nil : [1, 2], sealedName: [9, 9])
    }
}
