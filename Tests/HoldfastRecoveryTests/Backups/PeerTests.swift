import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

/// The format's page is enough to write another implementation: `Peers/backup.py` is one, on other
/// people's cryptography.
@Suite("Backups with another implementation")
struct PeerTests {
    @Test("The words give the same keys to both")
    func keys() throws {
        let program = try PeerProgram()
        for length in RecoveryPhrase.Length.allCases {
            for seed in UInt64(1)...3 {
                let entropy = try SeededRandom(seed: seed).secret(length.byteCount)
                let phrase = try #require(RecoveryPhrase(entropy: entropy))
                let account = try #require(AccountID([UInt8](repeating: UInt8(seed), count: 32)))
                let answer = try program.ask(
                    PeerProgram.Question(
                        do: "keys", words: try #require(phrase.text().utf8String()),
                        account: hex(account.bytes)))
                let keys = try RecoveryKeys(phrase)
                #expect(answer.locator == hex(try keys.locator().bytes))
                #expect(answer.locator_key == hex(try keys.locatorKey().publicKey.bytes))
                #expect(answer.recovery_key == hex(try keys.recoveryKey().publicKey.bytes))
                #expect(answer.wrap_key == hex(try keys.wrapKey(of: account).publicKey.bytes))
                #expect(
                    answer.recipient_key == hex(try keys.recipientKey(of: account).publicKey.bytes))
                #expect(answer.check == hex(try keys.check(of: account).copyBytes()))
            }
        }
        #expect(try program.finish())
    }

    @Test("What we back up to a file, the other restores; another phrase and damage it refuses")
    func restore() async throws {
        let program = try PeerProgram()
        let folder = try Folder()
        let path = folder.path + "/backup.hfb"
        let account = try TestAccount()
        let test = TestBackup(account, target: FileBackupTarget(path: path))
        try await test.switchOn()
        var source = try TestSource(account, messages: 700, byteCount: 700)
        source.tables[.messages]?.append(
            try BackupRecord(.messages, name: [1, 2, 3], value: nil))
        source.tables[.contacts] = [
            try BackupRecord(.contacts, name: [9], value: SecretBytes([]))
        ]
        _ = try await test.backup.run(source, from: account.origin())
        source.tables[.messages]? += try TestSource.messages(700..<900, byteCount: 1_500)
        _ = try await test.backup.run(source, from: account.origin())

        let words = try #require(account.phrase.text().utf8String())
        let question = PeerProgram.Question(do: "restore", words: words, file: path)
        let answer = try program.ask(question)
        #expect(answer.refused == nil)
        #expect(answer.generation == 2)
        for (table, records) in source.tables {
            let theirs = answer.records?["\(table.rawValue)"] ?? [:]
            #expect(theirs.count == records.count)
            let same = records.allSatisfy { record in
                theirs[hex(record.name)]
                    == .some(record.value.map { value in hex(SHA256.hash { $0.absorb(value) }) })
            }
            #expect(same, "\(table)")
        }
        let other = try #require(
            RecoveryPhrase(entropy: try SeededRandom(seed: 9).secret(16))?.text().utf8String())
        var wrong = question
        wrong.words = other
        #expect(try program.ask(wrong).refused == "Refused: does not open")
        var bytes = try #require(try Files.read(path))
        bytes[bytes.count / 2] ^= 1
        try Files.write(bytes, to: path)
        #expect(try program.ask(question).refused != nil)
        #expect(try program.finish())
    }
}
