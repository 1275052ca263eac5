import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastSQLite
import HoldfastWire
import Testing

@testable import HoldfastHistory

/// Damage anywhere in the files: an error, or what was there; never another value, never "missing".
@Suite("Damage of a history")
struct DamageTests {
    private static let limit: UInt64 = 8

    /// A history with something of everything; its files as they are while it is open.
    private func filled(
        closed: Bool
    ) async throws -> (HistoryTest, [String: [UInt8]], HistoryView) {
        let test = try HistoryTest()
        let history = try await test.made()
        try await history.writeIdentity([UInt8](repeating: 9, count: 200))
        try await history.apply(try test.sample.adding(0...5))
        for number in 0..<4 as Range<UInt64> {
            let spent = number < 2 ? try test.sample.prekey(number) : nil
            _ = try await history.commit(try test.sample.opened(number, spent: spent))
        }
        try await history.commit(try test.sample.failed(4))
        for number in 5..<7 as Range<UInt64> {
            try await history.enqueue(try test.draft(number), to: [test.sample.account])
        }
        let waiting = try #require(try await history.waitingMessages().first)
        try await history.store(try test.envelope(5), of: waiting.entry)
        try await history.wasAccepted(try test.sample.message(6))
        let view = try await HistoryView(history, test.sample, upTo: Self.limit)
        if closed { try await history.close() }
        var files = try Files.contents(of: test.path)
        files["history.db-shm"] = nil
        #expect((files["history.db-wal"] == nil) == closed)
        return (test, files, view)
    }

    @Test("P1: no flipped byte of the files changes an answer", arguments: [true, false])
    func flips(closed: Bool) async throws {
        let (test, files, view) = try await filled(closed: closed)
        let folder = try Folder()
        var survey = (errors: 0, same: 0)
        var generator = Rounds.generator(closed ? 50 : 51)
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) where !bytes.isEmpty {
            let stride = Rounds.isFull ? 1 : max(1, bytes.count / 150)
            let phase = Int.random(in: 0..<stride, using: &generator)
            for offset in Swift.stride(from: phase, to: bytes.count, by: stride) {
                var damaged = files
                damaged[name]?[offset] ^= UInt8.random(in: 1...255, using: &generator)
                try Files.replace(folder.path, with: damaged)
                let history = test.open(at: folder.path)
                do {
                    let found = try await HistoryView(history, test.sample, upTo: Self.limit)
                    let isSame = found == view
                    #expect(isSame, "byte \(offset) of \(name); \(Rounds.note)")
                    survey.same += 1
                } catch let error as KeychainError {
                    #expect(
                        [.dataCorrupted, .unsupported, .unknown].contains(error.code),
                        "byte \(offset) of \(name): \(error)")
                    survey.errors += 1
                }
                try await history.close()
            }
        }
        #expect(survey.errors > 50, "\(survey)")
    }

    @Test("P1: a row that is taken out, put back or exchanged is noticed by whoever looks there")
    func rows() async throws {
        let (test, files, view) = try await filled(closed: true)
        let folder = try Folder()
        let count = try rowCount(test.file)
        #expect(count > 20)
        for index in 0..<count {
            for change in RowChange.allCases {
                try Files.replace(folder.path, with: files)
                try alter(folder.path + "/history.db", index, change)
                let history = test.open(at: folder.path)
                await #expect(throws: KeychainError.self, "\(change) of row \(index)") {
                    let found = try await HistoryView(history, test.sample, upTo: Self.limit)
                    #expect(found == view, "an answer has changed")
                }
                try await history.close()
            }
        }
    }

    enum RowChange: CaseIterable {
        case removed, otherVersion, otherKind, otherValue, otherSalt
    }

    private func rowCount(_ path: String) throws -> Int {
        let connection = try Connection(path: path)
        return try connection.prepare("SELECT count(*) FROM item").firstRow { Int($0.int64(0)) }
            ?? 0
    }

    private func alter(_ path: String, _ index: Int, _ change: RowChange) throws {
        let connection = try Connection(path: path)
        let place = "WHERE id = (SELECT id FROM item ORDER BY id LIMIT 1 OFFSET \(index))"
        switch change {
        case .removed: try connection.execute("DELETE FROM item \(place)")
        case .otherVersion: try connection.execute("UPDATE item SET version = version - 1 \(place)")
        case .otherKind:
            try connection.execute(
                "UPDATE item SET kind = CASE kind WHEN 1 THEN 2 ELSE 1 END \(place)")
        case .otherValue:
            try connection.execute(
                "UPDATE item SET sealed = (SELECT sealed FROM item ORDER BY id DESC LIMIT 1 "
                    + "OFFSET \(index == 0 ? 1 : 0)) \(place)")
            // The last row would get its own value.
            if try isLast(connection, index) {
                try connection.execute("UPDATE item SET sealed = zeroblob(40) \(place)")
            }
        case .otherSalt: try connection.execute("UPDATE item SET salt = zeroblob(32) \(place)")
        }
    }

    private func isLast(_ connection: Connection, _ index: Int) throws -> Bool {
        try connection.prepare("SELECT count(*) FROM item").firstRow { $0.int64(0) }
            == Int64(index + 1)
    }

    @Test("P1: a history without its log is older than it was, and no less is said")
    func lostLog() async throws {
        let (test, files, _) = try await filled(closed: false)
        let folder = try Folder()
        var rest = files
        rest["history.db-wal"] = nil
        try Files.replace(folder.path, with: rest)
        guard case .older = try await test.open(at: folder.path).standing() else {
            Issue.record("the loss is not noticed")
            return
        }
    }

    @Test("P10: no content, name of an account or prekey lies in the files in the clear")
    func blind() async throws {
        let (test, files, _) = try await filled(closed: false)
        let needles =
            [test.sample.account.bytes, test.sample.device.id.bytes]
            + (try (0..<4).map { try test.sample.message($0).bytes })
            + (try (0..<4).map { try test.sample.body($0).content.copyBytes() })
            + (try (0..<4).map { try test.sample.prekey($0).bytes })
        for (name, bytes) in files {
            for (index, needle) in needles.enumerated() {
                let isThere = bytes.contains(needle)
                #expect(!isThere, "\(name) has needle \(index)")
            }
        }
    }
}
