import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastApple

@Suite struct RowFormTests {
    private let key: ItemKey
    private let record: AttributeRecord

    init() throws {
        key = try ItemKey(service: "chat", account: "token")
        record = AttributeRecord(
            version: ItemVersion(rawValue: 7), kind: .credential, created: UnixTime(seconds: -1),
            modified: UnixTime(seconds: .max), byteCount: 3,
            protection: ItemProtection(
                accessibility: .whenUnlocked, accessControl: .biometryCurrentSetOrPasscode,
                accessGroup: "group.x"))
    }

    @Test("P1: a record comes back as it was, and no cut or changed one does")
    func recordRoundTrip() throws {
        let bytes = record.encoded
        #expect(try AttributeRecord.decode(bytes) == record)
        for count in 0..<bytes.count { expectDamage(Array(bytes.prefix(count))) }
        expectDamage(bytes + [0])
        var other = bytes
        other[0] ^= 1
        expectDamage(other)
    }

    @Test("a record of a newer format is UNSUPPORTED")
    func newerRecord() {
        var bytes = record.encoded
        bytes[4] = 2
        do {
            _ = try AttributeRecord.decode(bytes)
            Issue.record("a newer format was read")
        } catch {
            #expect(error.code == .unsupported)
        }
    }

    @Test("P1: a value comes back from its envelope, empty or not", arguments: [0, 1, 5_000])
    func envelope(_ byteCount: Int) throws {
        let value = SecretBytes([UInt8](repeating: 7, count: byteCount))
        let sealed = ValueEnvelope.seal(value, of: key, record.encoded)
        #expect(try ValueEnvelope.open(sealed, of: key, record.encoded) == value)
    }

    @Test("P1: an envelope of another item, with another record, cut or changed is DATA_CORRUPTED")
    func foreignEnvelope() throws {
        let value = SecretBytes([1, 2, 3])
        let sealed = ValueEnvelope.seal(value, of: key, record.encoded)
        var older = record
        older.version = ItemVersion(rawValue: 6)
        let others = [
            try ItemKey(service: "chat", account: "toke"),
            try ItemKey(service: "chatt", account: "oken"),
        ]
        for other in others { expectDamage(sealed, other, record.encoded) }
        expectDamage(sealed, key, older.encoded)
        let bytes = sealed.copyBytes()
        for index in bytes.indices where index != 4 {
            var changed = bytes
            changed[index] ^= 0x80
            expectDamage(SecretBytes(changed), key, record.encoded)
            expectDamage(SecretBytes(bytes.prefix(index)), key, record.encoded)
        }
        expectDamage(SecretBytes(bytes + [0]), key, record.encoded)
    }

    @Test("the classes and access controls of the platform are told apart")
    func rawClasses() {
        let classes = Accessibility.allCases.map(\.rawClass)
        #expect(Set(classes) == ["ak", "ck", "aku", "cku", "akpu"])
        for accessibility in Accessibility.allCases {
            #expect(Accessibility(rawClass: accessibility.rawClass) == accessibility)
        }
        #expect(Accessibility(rawClass: "dk") == nil)
        let flags = AccessControl.allCases.map(\.flags)
        #expect(Set(flags).count == AccessControl.allCases.count)
    }

    @Test("P1: a name opens under its own key alone, and a damaged one not at all")
    func names() throws {
        let seal = NameSeal(key: SecretBytes([UInt8](repeating: 1, count: 32)))
        let other = NameSeal(key: SecretBytes([UInt8](repeating: 2, count: 32)))
        let long = String(repeating: "🗝", count: ItemKey.maximumScalarCount)
        for name in [key, try ItemKey(service: long, account: long)] {
            let sealed = try seal.seal(name, random: SystemRandom())
            #expect(try seal.open(sealed) == name)
            #expect(try other.open(sealed) == nil)
            #expect(sealed.count <= 4_096)
            var damaged = sealed
            damaged[40] ^= 1
            #expect(try seal.open(damaged) == nil)
        }
        #expect(try seal.open([]) == nil)
    }

    private func expectDamage(_ bytes: [UInt8]) {
        do {
            _ = try AttributeRecord.decode(bytes)
            Issue.record("\(bytes.count) bytes were taken for a record")
        } catch {
            #expect(error.code == .dataCorrupted)
        }
    }

    private func expectDamage(_ data: SecretBytes, _ key: ItemKey, _ record: [UInt8]) {
        do {
            _ = try ValueEnvelope.open(data, of: key, record)
            Issue.record("\(data.count) bytes were taken for a value")
        } catch {
            #expect(error.code == .dataCorrupted)
        }
    }
}
