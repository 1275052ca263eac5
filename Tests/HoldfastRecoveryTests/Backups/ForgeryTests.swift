import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

/// What a relay can make that has no key, and what nobody but the account's devices can.
@Suite("Forged backups")
struct ForgeryTests {
    private let target = MemoryBackupTarget()

    /// Signs in the name of a device, with another key.
    private struct Impostor: BackupSigner {
        let device: DeviceID
        let key: P256PrivateKey

        func signature(for message: [UInt8]) async throws(KeychainError) -> P256Signature {
            do throws(CryptoError) {
                return try key.signature(for: message)
            } catch {
                throw KeychainError(.unknown, "no signature")
            }
        }
    }

    private static func lineage(_ seed: UInt64) throws -> SlotID {
        try #require(SlotID(try SeededRandom(seed: seed).bytes(SlotID.byteCount)))
    }

    private func header(
        _ account: TestAccount, statement: RecoveryStatement, by signer: any BackupSigner
    ) async throws -> BackupHeader {
        let keys = try BackupKeys(
            SeededRandom(seed: 600).secret(32), account: account.account,
            lineage: try Self.lineage(601))
        return try await BackupHeader(
            keys, statement: statement, signer: signer, created: 9_999, random: SystemRandom())
    }

    private func statement(of account: TestAccount) throws -> RecoveryStatement {
        let keys = try RecoveryKeys(
            account.phrase, costs: TestAccount.costs, bounds: .forTests)
        return try RecoveryStatement(keys, account: account.account)
    }

    @Test("P8: nothing is sealed with a key that no device of the account has put into a header")
    func wrappedByAStranger() async throws {
        let account = try TestAccount()
        let stranger = try TestDevice("Stranger", seed: 99)
        let impostor = Impostor(device: account.devices[0].device, key: stranger.key)
        let cases: [(any BackupSigner, RecoveryError)] = [
            (stranger, .unknownSigner(stranger.device)),
            (impostor, .damaged(BackupDamage(.header, .changed))),
        ]
        for (signer, error) in cases {
            // Wrapped to the right phrase and authenticated with its own key: only the signature lacks.
            let header = try await header(
                account, statement: try statement(of: account), by: signer)
            try await target.keepHeader(header.bytes, at: header.place)
            let test = TestBackup(account, target: target)
            try await test.switchOn()
            await #expect(throws: error) {
                try await test.backup.run(
                    try TestSource(account, messages: 3), from: account.origin())
            }
            #expect(await target.chunkNames(of: header.lineage).isEmpty)
            #expect(try await target.manifests(of: header.lineage).isEmpty)
            await #expect(throws: RecoveryError.self) {
                try await test.backup.verify(account.origin())
            }
        }
    }

    @Test("P8: a statement with the phrase's check value and somebody else's keys is not joined")
    func borrowedCheckValue() async throws {
        let account = try TestAccount()
        let stranger = try TestAccount(seed: 44)
        let own = try statement(of: account).bytes
        let other = try statement(of: stranger)
        // u16 version, account, three costs, locator and its key; then the recovery key.
        var forged = Array(own.dropLast(P256Signature.byteCount))
        let place = 2 + 32 + 24 + 16 + 65
        forged.replaceSubrange(place..<(place + 65), with: other.recoveryKey.bytes)
        let thief = try RecoveryKeys(
            stranger.phrase, costs: TestAccount.costs, bounds: .forTests
        ).key(.sign)
        let signature = try thief.signature(
            for: SignaturePurpose.recoveryStatement.message(for: forged)
        ).withLowS
        let statement = try RecoveryStatement(forged + signature.bytes)
        #expect(statement.recoveryKey == other.recoveryKey)
        let header = try await header(account, statement: statement, by: account.devices[0])
        try await target.keepHeader(header.bytes, at: header.place)
        let test = TestBackup(account, target: target)
        await #expect(throws: RecoveryError.otherPhrase) { try await test.switchOn() }
        #expect(try await test.backup.statement() == nil)
        await #expect(throws: RecoveryError.doesNotOpen) { try await test.find() }
        // Beside it a backup of our own can be begun, and is the one that the words find.
        try await test.switchOn(other: .beginBeside)
        #expect(try await test.backup.statement()?.recoveryKey != other.recoveryKey)
    }

    @Test("Headers that ask for many different costs are not all paid for")
    func manyCosts() async throws {
        let account = try TestAccount()
        let stranger = try TestAccount(seed: 44)
        for number in UInt64(0)..<5 {
            let costs = RecoveryCosts(memoryKiB: 8, iterations: 1 + number, parallelism: 1)
            let keys = try RecoveryKeys(stranger.phrase, costs: costs, bounds: .forTests)
            let header = try await header(
                account, statement: try RecoveryStatement(keys, account: account.account),
                by: account.devices[0])
            try await target.keepHeader(header.bytes, at: header.place)
            let test = TestBackup(account, target: target)
            let error: RecoveryError = number < 4 ? .doesNotOpen : .costsOutOfBounds
            await #expect(throws: error) { try await test.find() }
        }
    }

    @Test("Counts that no history has are refused, and no sum of counts overflows")
    func counts() throws {
        let account = try TestAccount()
        let limit: UInt64 = 1 << 48
        for (records, unreadable, next) in [
            (limit + 1, 0, 0), (0, limit + 1, 0), (0, 0, limit + 1), (.max, .max, .max),
        ] as [(UInt64, UInt64, UInt64)] {
            let manifest = try manifest(account, records, unreadable, next)
            let error = #expect(throws: WireError.self) {
                try BackupManifest(decoding: manifest.bytes)
            }
            #expect(error?.reason == .invalidValue)
        }
        let largest = try manifest(account, limit, limit, limit)
        #expect(try BackupManifest(decoding: largest.bytes) == largest)
    }

    private func manifest(
        _ account: TestAccount, _ records: UInt64, _ unreadable: UInt64, _ next: UInt64
    ) throws -> BackupManifest {
        let table = BackupManifest.Table(
            table: .messages, recordCount: records, unreadableCount: unreadable,
            nextNumber: next, pages: [])
        let section = BackupManifest.Section(
            slot: account.devices[0].record.slot, device: account.devices[0].device,
            deviceName: "Phone", created: 1, logHead: account.log.head, earliest: 0, latest: 0,
            tables: [table])
        return BackupManifest(
            account: account.account, lineage: try Self.lineage(3), generation: 1,
            previous: .none, device: account.devices[0].device, created: 1, sections: [section])
    }

    @Test(
        "A piece whose lengths say 0, 2^31 or more than there is is malformed, and takes no memory")
    func recordLengths() throws {
        let record = try BackupRecord(.messages, name: [1, 2], value: SecretBytes([7, 7, 7]))
        let piece = PieceCoding.encode([record]).copyBytes()
        #expect(piece.count == PieceCoding.padding)
        for length in [UInt32(0), 1 << 20, 1 << 31, .max] {
            var changed = piece
            changed.replaceSubrange(
                4..<8, with: withUnsafeBytes(of: length.bigEndian) { [UInt8]($0) })
            #expect(throws: PieceFault.self) {
                try PieceCoding.decode(SecretBytes(changed), .messages)
            }
        }
        for bytes in [Array(piece.dropLast()), piece + [0], piece + piece, [0]] {
            #expect(throws: PieceFault.malformed) {
                try PieceCoding.decode(SecretBytes(bytes), .messages)
            }
        }
        var newer = piece
        newer[0] = 3
        #expect(throws: PieceFault.newer) {
            try PieceCoding.decode(SecretBytes(newer), .messages)
        }
    }

    @Test(
        "P7: a backup puts no item under the library's own names, where it would be a key of others"
    )
    func ownNames() async throws {
        for service in ["holdfast", "holdfast.recovery", "holdfast.identity"] {
            let source = MemoryStore()
            let key = try ItemKey(service: service, account: "backup")
            _ = try await source.write(
                SecretBytes([1, 2, 3]), for: key, options: .standard, prompt: .standard)
            let item = try #require(try await source.read(key, prompt: .standard))
            let records = try LongRecord(
                name: ItemRecordName.bytes(of: key), value: StoredItem(item).encoded
            ).records(of: .items)
            let phone = MemoryStore()
            let error = await #expect(throws: KeychainError.self) {
                try await RestoredContents([records]).restoreItems(into: ItemContents(phone))
            }
            #expect(error?.code == .dataCorrupted)
            #expect(try await phone.list(service: nil).isEmpty)
            // Nor does one go into a backup.
            #expect(try await ItemContents(source).cursor(over: .items).next().isEmpty)
        }
    }
}
