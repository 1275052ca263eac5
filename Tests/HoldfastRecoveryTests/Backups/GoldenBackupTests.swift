import CrashSupport
import FoundationEssentials
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

/// A backup that was made once, and what became of it when something is changed in it.
@Suite("The golden backup")
struct GoldenBackupTests {
    private struct Edit: Decodable {
        let id: String
        let edit: String
        let at: Int
        let bytes: String
        let expect: String
    }

    private static func phrase() throws -> RecoveryPhrase {
        try RecoveryPhrase(
            reading: SecretBytes(try VectorFile.bytes("Fixtures/backup-1/words.txt")))
    }

    private static func restore(_ file: [UInt8], _ phrase: RecoveryPhrase) async throws -> Int {
        let folder = try Folder()
        try Files.write(file, to: folder.path + "/backup.hfb")
        let target = FileBackupTarget(path: folder.path + "/backup.hfb")
        let staging = TestStaging()
        // By the public door, at what a phrase really costs.
        _ = try await FoundBackup.find(phrase, at: target).restore(into: staging)
        return await staging.used[.messages]?.count ?? 0
    }

    @Test(
        "A backup of the first format is restored, whatever comes later", .enabled(if: !isRecording)
    )
    func opens() async throws {
        let file = try VectorFile.bytes("Fixtures/backup-1/backup.hfb")
        let folder = try Folder()
        try Files.write(file, to: folder.path + "/backup.hfb")
        let found = try await FoundBackup.find(
            try Self.phrase(), at: FileBackupTarget(path: folder.path + "/backup.hfb"))
        #expect(found.summary.created == 5_000)
        #expect(found.summary.generation.generation == 2)
        #expect(found.summary.devices.map(\.name) == ["Ada's phone"])
        let staging = TestStaging()
        let report = try await found.restore(into: staging)
        #expect(report.recordCounts[.messages] == 41)
        #expect(report.recordCounts[.contacts] == 1)
        #expect(report.unreadable.map(\.name) == [[0xab]])
        let expected = try TestSource.messages(0..<40, byteCount: 90)
        let used = await staging.used
        #expect(expected.allSatisfy { used[.messages]?[$0.name]?.value == $0.value })
        #expect(used[.contacts]?[[1]]?.value == SecretBytes(Array("Bo".utf8)))
    }

    @Test("What is changed in it is said to be what it is", .enabled(if: !isRecording))
    func vectors() async throws {
        let edits = try VectorFile.decode("Fixtures/backup-1/edits.json", [Edit].self)
        let file = try VectorFile.bytes("Fixtures/backup-1/backup.hfb")
        let phrase = try Self.phrase()
        for edit in edits {
            var changed = file
            let bytes = bytes(hex: edit.bytes)
            let place = edit.at < 0 ? file.count + edit.at : edit.at
            switch edit.edit {
            case "none": break
            case "replace": changed.replaceSubrange(place..<(place + bytes.count), with: bytes)
            case "insert": changed.insert(contentsOf: bytes, at: place)
            case "cut": changed.removeSubrange(place...)
            default: Issue.record("an edit that is not known: \(edit.edit)")
            }
            let outcome: String
            do {
                outcome = "success \(try await Self.restore(changed, phrase))"
            } catch let error as RecoveryError {
                outcome = Self.name(of: error)
            }
            #expect(outcome == edit.expect, "\(edit.id)")
        }
        #expect(edits.count == 16)
        let other = try TestAccount(seed: 3).phrase
        await #expect(throws: RecoveryError.doesNotOpen) { try await Self.restore(file, other) }
    }

    private static func name(of error: RecoveryError) -> String {
        switch error {
        case .damaged(let damage): "damaged \(damage.part.rawValue) \(damage.kind.rawValue)"
        case .newerFormat(let part): "newerFormat \(part.rawValue)"
        case .noBackup: "noBackup"
        case .unfinished: "unfinished"
        default: "other"
        }
    }

    /// Makes the fixture; run once, before a format is released.
    @Test("The golden backup is made", .enabled(if: isRecording))
    func record() async throws {
        let path = try #require(getenv("HOLDFAST_RECORD_GOLDEN").map { String(cString: $0) })
        let entropy = try SystemRandom().secret(16)
        let phrase = try #require(RecoveryPhrase(entropy: entropy))
        let account = try TestAccount("Ada's phone", phrase: phrase, costs: .standard)
        let test = TestBackup(
            account, target: FileBackupTarget(path: path + "/backup.hfb"))
        _ = try await test.backup.switchOn(
            phrase, account: account.account, acknowledgement: TestAccount.acknowledgement)
        var source = try TestSource(account, messages: 30, byteCount: 90)
        source.tables[.contacts] = [
            try BackupRecord(.contacts, name: [1], value: SecretBytes(Array("Bo".utf8)))
        ]
        _ = try await test.backup.run(source, from: account.origin())
        source.tables[.messages]? += try TestSource.messages(30..<40, byteCount: 90)
        source.tables[.messages]?.append(
            try BackupRecord(.messages, name: [0xab], value: nil))
        _ = try await test.backup.run(source, from: account.origin())
        try Files.write(phrase.text().copyBytes() + [10], to: path + "/words.txt")
    }

    private static let isRecording = getenv("HOLDFAST_RECORD_GOLDEN") != nil
}
