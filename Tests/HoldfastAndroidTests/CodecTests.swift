import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastAndroid

@Suite("The file's form")
struct CodecTests {
    private static let tagKey = HMACSHA256Key(SecretBytes([1, 2, 3]))

    private static func sample() -> StoreFile {
        var file = StoreFile(
            id: StoreID(bytes: Array(0..<16)), isLab: true,
            nameKey: [UInt8](repeating: 7, count: 32), sequence: 41,
            keys: [
                KeyRecord(
                    id: KeyID(bytes: Array(0..<8)), role: .sentinel, isStrongBoxBacked: false,
                    wrapped: .init(
                        nonce: Array(0..<12), sealed: [UInt8](repeating: 9, count: 48))),
                KeyRecord(
                    id: KeyID(bytes: Array(8..<16)), role: .biometricWitness,
                    isStrongBoxBacked: false, wrapped: nil),
            ])
        let protection = ItemProtection(
            accessibility: .whenUnlocked, accessControl: .biometryAnyOrPasscode,
            authValiditySeconds: 30, keyStorage: .strongbox)
        file.keys.append(
            KeyRecord(
                id: KeyID(bytes: Array(16..<24)), role: .data(protection), isStrongBoxBacked: true,
                wrapped: .init(nonce: Array(1..<13), sealed: [UInt8](repeating: 8, count: 48))))
        for (number, content) in [
            ItemRecord.Content.live(
                .init(
                    key: KeyID(bytes: Array(16..<24)), witness: KeyID(bytes: Array(8..<16)),
                    sealed: [UInt8](repeating: 5, count: 20), byteCount: 4)),
            .tombstone(Invalidation(reason: .biometricsChanged, time: UnixTime(seconds: -5))),
        ].enumerated() {
            file.put(
                ItemRecord(
                    name: [UInt8](repeating: UInt8(number), count: 32), version: UInt64(number),
                    protection: protection, kind: .credential, created: UnixTime(seconds: 1),
                    modified: UnixTime(seconds: 2), salt: [UInt8](repeating: 6, count: 32),
                    sealedName: [1, 2, 3], content: content))
        }
        return file
    }

    @Test("what is written is read back, every field of it")
    func roundTrip() throws {
        let file = Self.sample()
        let bytes = file.encoded(authenticatedBy: Self.tagKey)
        let read = try UnverifiedStoreFile(decoding: bytes)
        #expect(read.isWhole)
        #expect(read.authenticated(by: Self.tagKey) == file)
        #expect(read.authenticated(by: HMACSHA256Key(SecretBytes([4]))) == nil)
        #expect(read.file.encoded(authenticatedBy: Self.tagKey) == bytes, "one encoding")
    }

    @Test("bytes that are no file are damage", arguments: [0, 1, 64, 65, 66, 500])
    func rubbish(count: Int) {
        #expect(throws: StoreFileDamage.damaged) {
            try UnverifiedStoreFile(decoding: [UInt8](repeating: 0, count: count))
        }
    }

    @Test("the ledger has 73 bytes and no byte of it can change unnoticed")
    func ledger() throws {
        for stage in StoreLedger.Stage.allCases {
            let ledger = StoreLedger(
                store: StoreID(bytes: Array(0..<16)), stage: stage, floor: .max - 1)
            let bytes = ledger.encoded
            #expect(bytes.count == 73)
            #expect(try StoreLedger(decoding: bytes) == ledger)
            for place in bytes.indices {
                var damaged = bytes
                damaged[place] ^= 1
                #expect(throws: StoreFileDamage.damaged) { try StoreLedger(decoding: damaged) }
            }
        }
    }

    @Test("a salt and a key are never used twice: the same value sealed twice looks different")
    func freshSeals() async throws {
        let app = AndroidPhone()
        var seen: Set<[UInt8]> = []
        for _ in 0..<8 {
            try await app.vault.write(.old, for: AndroidPhone.key)
            let bytes = try #require(try app.folder.readFile(StoreFolder.fileName))
            let item = try #require(try UnverifiedStoreFile(decoding: bytes).file.sortedItems.first)
            #expect(seen.insert(item.salt).inserted)
            #expect(seen.insert(try #require(item.value).sealed).inserted)
        }
    }
}
