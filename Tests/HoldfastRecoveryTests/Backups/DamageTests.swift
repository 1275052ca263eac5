import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

/// What a target that lies or loses something gets: one class of error for each, and no content.
@Suite("Damage of backups")
struct DamageTests {
    private let account: TestAccount
    private let target = MemoryBackupTarget()
    private let test: TestBackup
    private let lineage: SlotID
    private let entries: [PieceEntry]

    /// A backup of some ten pieces in two generations.
    init() async throws {
        account = try TestAccount()
        test = TestBackup(account, target: target)
        try await test.switchOn()
        var source = try TestSource(account, messages: 1_000, byteCount: 1_000)
        _ = try await test.backup.run(source, from: account.origin())
        source.tables[.messages]? += try TestSource.messages(1_000..<1_500, byteCount: 1_000)
        let report = try await test.backup.run(source, from: account.origin())
        lineage = report.generation.lineage
        entries = try await Self.entries(try await test.find().generation)
    }

    private static func entries(_ generation: OpenedGeneration) async throws -> [PieceEntry] {
        var entries: [PieceEntry] = []
        for section in generation.manifest.sections {
            for (number, page) in (section.table(.messages)?.pages ?? []).enumerated() {
                entries += try await generation.reader.entries(
                    of: page, number, .messages, section.slot)
            }
        }
        return entries
    }

    private func restore(
        _ phrase: RecoveryPhrase? = nil, witness: RestoreWitness = RestoreWitness()
    ) async throws -> TestStaging {
        let staging = TestStaging()
        let found = try await test.find(phrase, witness: witness)
        do {
            _ = try await found.restore(into: staging)
        } catch {
            #expect(await staging.used.isEmpty, "P2: nothing is in use")
            throw error
        }
        return staging
    }

    @Test("A piece that was dropped first, in the middle or last is missing, and said to be")
    func dropped() async throws {
        #expect(entries.count > 8)
        for place in [0, entries.count / 2, entries.count - 1] {
            let name = entries[place].name
            let bytes = try #require(try await target.chunk(name, of: lineage))
            await target.damageChunk(name, of: lineage, to: nil)
            // The one piece of the log stands behind those of the messages.
            await #expect(
                throws: RecoveryError.damaged(BackupDamage(.chunk, .missing, index: place))
            ) {
                try await restore()
            }
            await target.damageChunk(name, of: lineage, to: bytes)
        }
        let staging = try await restore()
        #expect(await staging.used[.messages]?.count == 1_500)
    }

    @Test("Another piece, another backup's, cut off, added to, of no bytes: changed")
    func exchanged() async throws {
        let other = TestBackup(try TestAccount(seed: 5), target: MemoryBackupTarget())
        try await other.switchOn()
        _ = try await other.backup.run(
            try TestSource(other.account, messages: 10), from: other.account.origin())
        let foreign = try await Self.entries(try await other.find().generation)[0]
        let foreignBytes = try await other.target.chunk(
            foreign.name, of: try await other.find().summary.generation.lineage)
        let name = entries[3].name
        let bytes = try #require(try await target.chunk(name, of: lineage))
        let neighbour = try await target.chunk(entries[4].name, of: lineage)
        let doubled = try await target.chunk(entries[2].name, of: lineage)
        let forms: [[UInt8]?] = [
            neighbour, doubled, foreignBytes, Array(bytes.dropLast()), bytes + [0], [],
            Array(bytes.prefix(56)),
        ]
        for form in forms {
            await target.damageChunk(name, of: lineage, to: form ?? [1])
            await #expect(
                throws: RecoveryError.damaged(BackupDamage(.chunk, .changed, index: 3))
            ) {
                try await restore()
            }
        }
    }

    @Test(
        "A page or piece of the generation before, or of another backup of the same words: changed")
    func otherGeneration() async throws {
        let slot = account.devices[0].record.slot
        let keys = try #require(try await test.backup.enrolment()).keys()
        let manifests = try await target.manifests(of: lineage).map { signed in
            try BackupManifest(signed, keys)
        }
        let pages = try manifests.map { manifest in
            try #require(manifest.section(of: slot)?.table(.messages)?.pages.first)
        }
        #expect(pages[0].name != pages[1].name)
        let reader = ChunkReader(
            keys: keys, target: target, queue: BlockingQueue(label: "test"))
        let before = try await reader.entries(of: pages[1], 0, .messages, slot)
        // The history grew: its last piece was cut anew, under another number.
        let place = before.count - 1
        #expect(before[place].name != entries[place].name)
        try await test.backup.beginLineage()
        let other = try await test.backup.run(
            try TestSource(account, messages: 1_000, byteCount: 1_000), from: account.origin())
        let otherKeys = try #require(try await test.backup.enrolment()).keys()
        let otherManifest = try BackupManifest(
            try #require(try await target.manifests(of: other.generation.lineage).first),
            otherKeys)
        let otherPage = try #require(
            otherManifest.section(of: slot)?.table(.messages)?.pages.first)
        let cases: [(Digest256, Digest256, SlotID, BackupDamage)] = [
            (
                entries[place].name, before[place].name, lineage,
                BackupDamage(.chunk, .changed, index: place)
            ),
            (pages[0].name, pages[1].name, lineage, BackupDamage(.page, .changed, index: 0)),
            (
                pages[0].name, otherPage.name, other.generation.lineage,
                BackupDamage(.page, .changed, index: 0)
            ),
        ]
        let header = try #require(
            try await target.headers().map { try BackupHeader($0) }.first {
                $0.lineage == lineage
            })
        let opened = try await OpenedGeneration(
            header, try await target.manifests(of: lineage), RestoreWitness(), reader)
        try await opened.verify()
        for (name, standIn, from, damage) in cases {
            let bytes = try #require(try await target.chunk(name, of: lineage))
            let foreign = try #require(try await target.chunk(standIn, of: from))
            await target.damageChunk(name, of: lineage, to: foreign)
            await #expect(throws: RecoveryError.damaged(damage)) { try await opened.verify() }
            await target.damageChunk(name, of: lineage, to: bytes)
        }
        try await opened.verify()
    }

    @Test("A chunk that the backup's key sealed opens nowhere but in its own place")
    func misplaced() async throws {
        let keys = try #require(try await test.backup.enrolment()).keys()
        let slot = account.devices[0].record.slot
        let bytes = try #require(try await target.chunk(entries[0].name, of: lineage))
        let plaintext = try keys.open(bytes, named: entries[0].name)
        let reader = ChunkReader(
            keys: keys, target: target, queue: BlockingQueue(label: "test"))
        let whole = try await reader.records(of: entries[0], .messages, slot, index: 0)
        #expect(!whole.isEmpty)
        // The same bytes under another number, another table and another device's place.
        let other = try TestDevice("Other", seed: 9).record.slot
        let moved = PieceEntry(
            number: 77, name: entries[0].name, hash: entries[0].hash,
            plaintextHash: entries[0].plaintextHash, byteCount: 0, recordCount: 1)
        let error = RecoveryError.damaged(BackupDamage(.chunk, .misplaced, index: 0))
        await #expect(throws: error) {
            try await reader.records(of: moved, .messages, slot, index: 0)
        }
        await #expect(throws: error) {
            try await reader.records(of: entries[0], .contacts, slot, index: 0)
        }
        await #expect(throws: error) {
            try await reader.records(of: entries[0], .messages, other, index: 0)
        }
        // Sealed anew under its name by whoever has the key: its hash is not the listed one.
        let again = try keys.seal(plaintext, named: entries[0].name, random: SystemRandom())
        await target.damageChunk(entries[0].name, of: lineage, to: again)
        await #expect(throws: RecoveryError.damaged(BackupDamage(.chunk, .changed, index: 0))) {
            try await restore()
        }
    }

    @Test(
        "An older generation is refused by a device that knows better, and shown unconfirmed else")
    func rolledBack() async throws {
        var account = account
        let manifests = try await target.manifests(of: lineage)
        let newest = KnownGeneration(manifests[0].pointer)
        try account.checkpoint(newest)
        #expect(try await test.find(witness: RestoreWitness(log: account.log)).summary.isConfirmed)
        await target.damageManifests(of: lineage, to: [manifests[1]])
        let error = RecoveryError.rolledBack(known: 2, found: 1)
        for witness in [RestoreWitness(seen: newest), RestoreWitness(log: account.log)] {
            await #expect(throws: error) { try await restore(witness: witness) }
        }
        await #expect(throws: error) {
            try await test.backup.run(
                try TestSource(account, messages: 1), from: account.origin())
        }
        await #expect(throws: error) { try await test.backup.verify(account.origin()) }
        let found = try await test.find()
        #expect(found.summary.generation.generation == 1)
        #expect(!found.summary.isConfirmed)
        await target.damageManifests(of: lineage, to: [])
        await #expect(throws: RecoveryError.rolledBack(known: 2, found: 0)) {
            try await restore(witness: RestoreWitness(seen: newest))
        }
        await #expect(throws: RecoveryError.unfinished) { try await restore() }
    }

    @Test("Manifests in another order, of another lineage, or another one of the same number")
    func manifests() async throws {
        let manifests = try await target.manifests(of: lineage)
        await target.damageManifests(of: lineage, to: manifests.reversed())
        await #expect(throws: RecoveryError.damaged(BackupDamage(.manifest, .contradictory))) {
            try await restore()
        }
        let other = TestBackup(account, target: MemoryBackupTarget())
        try await other.switchOn()
        let report = try await other.backup.run(
            try TestSource(account, messages: 1), from: account.origin())
        let foreign = try await other.target.manifests(of: report.generation.lineage)
        await target.damageManifests(of: lineage, to: foreign)
        await #expect(throws: RecoveryError.damaged(BackupDamage(.manifest, .misplaced))) {
            try await restore()
        }
        let known = KnownGeneration(
            lineage: lineage, generation: 2, manifest: foreign[0].pointer.manifest)
        await target.damageManifests(of: lineage, to: manifests)
        await #expect(throws: RecoveryError.damaged(BackupDamage(.manifest, .contradictory))) {
            try await restore(witness: RestoreWitness(seen: known))
        }
    }

    @Test("A device that the account never had signs no header and no manifest")
    func unknownSigner() async throws {
        let stranger = try TestDevice("Stranger", seed: 99)
        let keys = try #require(try await test.backup.enrolment()).keys()
        let manifests = try await target.manifests(of: lineage)
        let pointer = manifests[0].pointer
        let forged = BackupPointer(
            account: pointer.account, device: stranger.device, lineage: lineage,
            generation: pointer.generation, previous: pointer.previous,
            manifest: pointer.manifest)
        await target.damageManifests(
            of: lineage,
            to: [
                SignedManifest(
                    forged, signature: try stranger.sign(forged.bytes, .backupPointer),
                    manifest: manifests[0].manifest)
            ])
        await #expect(throws: RecoveryError.damaged(BackupDamage(.manifest, .contradictory))) {
            try await restore()
        }
        let signed = SignedManifest(
            pointer, signature: try stranger.sign(pointer.bytes, .backupPointer),
            manifest: manifests[0].manifest)
        await target.damageManifests(of: lineage, to: [signed])
        await #expect(throws: RecoveryError.damaged(BackupDamage(.manifest, .changed))) {
            try await restore()
        }
        await target.damageManifests(of: lineage, to: manifests)
        let header = try await BackupHeader(
            keys, statement: try #require(try await test.backup.statement()), signer: stranger,
            created: 9_999, random: SystemRandom())
        try await target.keepHeader(header.bytes, at: header.place)
        await #expect(throws: RecoveryError.unknownSigner(stranger.device)) {
            try await restore()
        }
    }

    @Test(
        "Every byte of a header that is flipped is damage or a newer format, never another phrase")
    func flippedHeader() async throws {
        let headers = try await target.headers()
        let header = try #require(headers.first)
        let place = try BackupHeader(header).place
        var classes: Set<String> = []
        for index in header.indices {
            for mask in [UInt8(1), 0x80] {
                var flipped = header
                flipped[index] ^= mask
                try await target.keepHeader(flipped, at: place)
                do {
                    _ = try await test.find()
                    Issue.record("byte \(index) makes no difference")
                } catch let error as RecoveryError {
                    switch error {
                    case .damaged(let damage):
                        classes.insert(damage.part.rawValue)
                    case .newerFormat, .costsOutOfBounds: continue
                    default: Issue.record("byte \(index): \(error)")
                    }
                }
            }
        }
        #expect(classes == ["header", "statement"])
    }

    @Test("Costs out of bounds are refused before any memory is taken", arguments: [0, 1, 2])
    func costs(field: Int) async throws {
        let numbers: [UInt64] = [0, 1, 65_535, 524_289, 1 << 31, 1 << 32, 1 << 63, .max]
        for number in numbers {
            let costs = RecoveryCosts(
                memoryKiB: field == 0 ? number : 65_536, iterations: field == 1 ? number : 3,
                parallelism: field == 2 ? number : 1)
            guard field == 0 || number != 1 else { continue }
            #expect(throws: RecoveryError.costsOutOfBounds) {
                try RecoveryKeys(account.phrase, costs: costs, bounds: .standard)
            }
        }
        #expect(throws: RecoveryError.costsOutOfBounds) {
            try RecoveryKeys(account.phrase, costs: TestAccount.costs, bounds: .standard)
        }
        // The public door has the bounds: the backup of this test asks for too little.
        await #expect(throws: RecoveryError.costsOutOfBounds) {
            try await FoundBackup.find(account.phrase, at: target)
        }
    }

    @Test("Somebody else's backup is not opened by this phrase, and none is no backup")
    func others() async throws {
        let stranger = try TestAccount(seed: 44)
        await #expect(throws: RecoveryError.doesNotOpen) { try await restore(stranger.phrase) }
        await #expect(throws: RecoveryError.noBackup) {
            try await FoundBackup.find(
                account.phrase, at: MemoryBackupTarget(), bounds: .forTests)
        }
    }
}
