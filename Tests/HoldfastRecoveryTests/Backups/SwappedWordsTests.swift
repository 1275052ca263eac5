import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastRecovery

@Suite("Two words swapped")
struct SwappedWordsTests {
    @Test(
        "P2: of 3,000 phrases with two words swapped none opens a backup, whatever the checksum says"
    )
    func swapped() async throws {
        let account = try TestAccount()
        let test = TestBackup(account, target: MemoryBackupTarget())
        try await test.switchOn()
        _ = try await test.backup.run(
            try TestSource(account, messages: 1), from: account.origin())
        let header = try BackupHeader(try #require(try await test.target.headers().first))
        var (tried, passed) = (0, 0)
        var seed: UInt64 = 0
        while tried < 3_000 {
            seed += 1
            // The account's own phrase first, then others, which must not open it either.
            let entropy = try SeededRandom(seed: seed).secret(16)
            let phrase = try #require(RecoveryPhrase(entropy: entropy))
            let words = (1...12).map { phrase.word(at: $0) }
            for first in 0..<12 {
                for second in (first + 1)..<12 where words[first] != words[second] {
                    var swapped = words
                    swapped.swapAt(first, second)
                    tried += 1
                    let text = SecretBytes(utf8: swapped.joined(separator: " "))
                    do {
                        let wrong = try RecoveryPhrase(reading: text)
                        passed += 1
                        let keys = try RecoveryKeys(
                            wrong, costs: header.statement.costs, bounds: .forTests)
                        #expect(try !header.statement.isOpened(by: keys))
                        await #expect(throws: RecoveryError.doesNotOpen) {
                            try await test.find(wrong)
                        }
                    } catch let error as PhraseError {
                        #expect(error == .wrongChecksum)
                    }
                }
            }
        }
        // One in sixteen passes the checksum of four bits.
        #expect((100...300).contains(passed))
    }

    @Test("Two words that were swapped are found by the header alone, with no question to anybody")
    func repair() async throws {
        let account = try TestAccount()
        let test = TestBackup(account, target: MemoryBackupTarget())
        try await test.switchOn()
        let header = try BackupHeader(try #require(try await test.target.headers().first))
        var words = (1...12).map { account.phrase.word(at: $0) }
        words.swapAt(4, 5)
        let text = SecretBytes(utf8: words.joined(separator: " "))
        let finding = try PhraseRepair(reading: text).search { phrase throws(RecoveryError) in
            let keys = try RecoveryKeys(
                phrase, costs: header.statement.costs, bounds: .forTests)
            return try header.statement.isOpened(by: keys)
        }
        #expect(finding?.phrase == account.phrase)
        #expect(finding?.change == .swapped(position: 5))
    }
}
