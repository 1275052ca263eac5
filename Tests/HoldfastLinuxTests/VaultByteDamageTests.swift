import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

/// Negative test 2: whatever byte is flipped, the vault answers the truth or `DATA_CORRUPTED`.
@Suite("A byte flipped anywhere in the vault's files")
struct VaultByteDamageTests {
    private static let patterns: [UInt8] = [0x01, 0x80, 0xff]

    /// Where to flip: all bytes in a full run, else all headers and a seeded stride.
    private struct Places {
        var stride: Int
        var headerByteCount = 0
        var pageByteCount = 2048
        var pageHeaderByteCount = 0

        func offsets(in count: Int) -> [Int] {
            if Rounds.isFull { return Array(0..<count) }
            var generator = Rounds.generator(UInt64(count))
            let phase = Int.random(in: 0..<stride, using: &generator)
            return (0..<count).filter { offset in
                offset < headerByteCount || offset % pageByteCount < pageHeaderByteCount
                    || offset % stride == phase
            }
        }
    }

    private func flipEach(
        _ sample: SampleVault, _ path: String, _ places: Places,
        allowing allowed: Set<KeychainError.Code> = [.dataCorrupted],
        and check: (_ damaged: [UInt8], _ place: String) async throws -> Void = { _, _ in }
    ) async throws -> Int {
        let intact = try Files.contents(of: sample.directory)
        let bytes = try #require(try Files.read(path))
        var flips = 0
        var generator = Rounds.generator(UInt64(bytes.count))
        let phase = Int.random(in: 0..<Self.patterns.count, using: &generator)
        for offset in places.offsets(in: bytes.count) {
            let isHeader = offset % places.pageByteCount < places.pageHeaderByteCount
            let patterns = Self.patterns.indices.filter { index in
                (Rounds.isFull && isHeader) || (offset + phase) % Self.patterns.count == index
            }
            for pattern in patterns.map({ Self.patterns[$0] }) {
                try Files.replace(sample.directory, with: intact)
                try Files.patch(path, at: offset, [bytes[offset] ^ pattern])
                let wrong = await sample.wrongAnswers(allowing: allowed, turn: flips)
                let place = "byte \(offset) of \(bytes.count) ^ \(pattern); \(Rounds.note)"
                #expect(wrong == [], "\(place)")
                var damaged = bytes
                damaged[offset] ^= pattern
                try await check(damaged, place)
                flips += 1
                try Files.write(bytes, to: path)
            }
        }
        try Files.replace(sample.directory, with: intact)
        #expect(await sample.wrongAnswers(allowing: []) == [])
        return flips
    }

    @Test(
        "P1: in the database: never absent, never wrong, nothing created", arguments: [false, true])
    func database(hasPasscode: Bool) async throws {
        let sample = try await SampleVault(hasPasscode: hasPasscode)
        let own: Set = ["sequence", "vault.db", "vault.db-wal", "vault.db-shm"]
        let places = Places(stride: 797, headerByteCount: 100, pageHeaderByteCount: 8)
        let tries = try bytesOfTries(sample)
        let flips = try await flipEach(sample, sample.database, places) { damaged, place in
            let files = try Files.contents(of: sample.directory)
            var kept = files["vault.db"] ?? []
            // A right passcode writes the record of tries anew, which mends what is flipped in it.
            if hasPasscode, kept.count == damaged.count {
                kept.replaceSubrange(tries, with: damaged[tries])
            }
            #expect(kept == damaged, "reading changed the file: \(place)")
            #expect(own.isSuperset(of: files.keys), "reading made a file: \(place)")
        }
        #expect(flips > 200)
    }

    /// Where the page of the record of tries lies in the database.
    private func bytesOfTries(_ sample: SampleVault) throws -> Range<Int> {
        let page = try Connection(path: sample.database, options: .init(mode: .immutable))
            .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'attempt'")
            .firstRow { Int($0.int64(0)) }
        let end = try #require(page) * 2048
        return end - 2048..<end
    }

    @Test("P1: in the log of a killed process", arguments: [false, true])
    func log(hasPasscode: Bool) async throws {
        let sample = try await SampleVault(hasPasscode: hasPasscode)
        try await leaveLog(sample)
        let log = sample.database + "-wal"
        let places = Places(
            stride: 997, headerByteCount: 32, pageByteCount: 2048 + 24, pageHeaderByteCount: 4)
        let flips = try await flipEach(sample, log, places)
        #expect(flips > 100)
    }

    @Test("in the sequence file: it is an addition, and without it all is as it was")
    func sequence() async throws {
        let sample = try await SampleVault(hasPasscode: false)
        let flips = try await flipEach(
            sample, sample.directory + "/sequence", Places(stride: 1), allowing: [])
        #expect(flips >= 40)
    }

    @Test("in the device secret", arguments: [false, true])
    func deviceSecret(hasPasscode: Bool) async throws {
        let sample = try await SampleVault(hasPasscode: hasPasscode)
        let flips = try await flipEach(
            sample, sample.secretFile, Places(stride: 3),
            allowing: [.dataCorrupted, .keyInvalidated])
        #expect(flips >= DeviceSecret.byteCount / 3)
    }

    @Test("the right passcode is never called wrong because of a flipped byte")
    func unlock() async throws {
        let sample = try await SampleVault(hasPasscode: true)
        let intact = try Files.contents(of: sample.directory)
        let bytes = try #require(intact["vault.db"])
        var generator = Rounds.generator(7)
        for _ in 0..<Rounds.count(short: 100, full: 10_000) {
            let offset = Int.random(in: 0..<bytes.count, using: &generator)
            let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            try Files.patch(sample.database, at: offset, [bytes[offset] ^ bit])
            do throws(KeychainError) {
                try await sample.open().unlock(with: SampleVault.passcode, keeping: .process)
            } catch {
                // The count of wrong tries is not authenticated: damaged, it delays.
                let isHonest = error.code == .dataCorrupted || error.code == .lockout
                #expect(isHonest, "byte \(offset) ^ \(bit): \(error); \(Rounds.note)")
            }
            try Files.replace(sample.directory, with: intact)
        }
    }

    @Test("P1: a log that was cut, flipped in its newest change or removed is noticed")
    func lostLog() async throws {
        let sample = try await SampleVault(hasPasscode: false)
        try await leaveLog(sample)
        let intact = try Files.contents(of: sample.directory)
        let log = try #require(intact["vault.db-wal"])
        // The log's last transaction is live: all of its frames count.
        var damaged: [[UInt8]?] = [nil, [], Array(log.prefix(32))]
        let frames = (log.count - 32) / (2048 + 24)
        for frame in 0..<frames {
            let start = 32 + frame * (2048 + 24)
            damaged.append(Array(log.prefix(start)))
            damaged.append(Array(log.prefix(start + 2000)))
            var flipped = log
            flipped[start + 24 + 100] ^= 1
            damaged.append(flipped)
        }
        for (number, log) in damaged.enumerated() {
            var files = intact
            files["vault.db-wal"] = log
            try Files.replace(sample.directory, with: files)
            #expect(await sample.wrongAnswers() == [])
            try Files.replace(sample.directory, with: files)
            #expect(sample.isNoticed(), "damage \(number)")
        }
    }

    /// Leaves the vault's files as a killed process does: with a log, without SQLite's index.
    private func leaveLog(_ sample: SampleVault) async throws {
        let files = try await filesWithLog(sample)
        try Files.waitUntilGone(sample.database + "-wal")
        #expect(files["vault.db-wal"]?.isEmpty == false)
        try Files.replace(sample.directory, with: files)
        #expect(await sample.wrongAnswers(allowing: []) == [])
        try Files.replace(sample.directory, with: files)
    }

    private func filesWithLog(_ sample: SampleVault) async throws -> [String: [UInt8]] {
        let vault = sample.open()
        for (key, truth) in sample.items.prefix(10) {
            guard case .value(let value) = truth else { continue }
            try await vault.write(value, for: key)
        }
        // Copied while the vault is open: its end would move the log into the database.
        var files = try Files.contents(of: sample.directory)
        withExtendedLifetime(vault) {}
        files["vault.db-shm"] = nil
        return files
    }
}
