import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

@Suite("Backups in a file")
struct FileTests {
    private let folder: Folder
    private let account: TestAccount

    init() throws {
        folder = try Folder()
        account = try TestAccount()
    }

    private var path: String { folder.path + "/backup.hfb" }

    private func find(_ target: FileBackupTarget) async throws -> FoundBackup {
        try await FoundBackup.find(account.phrase, at: target, bounds: .forTests)
    }

    private func restored(_ target: FileBackupTarget) async throws -> Int {
        let staging = TestStaging()
        let found = try await find(target)
        _ = try await found.restore(into: staging)
        return await staging.used[.messages]?.count ?? -1
    }

    /// A file with two generations, and what it was after the first.
    private func two(
        _ byteCount: Int = 1_000
    ) async throws -> (test: TestBackup, first: [UInt8], second: [UInt8]) {
        let test = TestBackup(account, target: FileBackupTarget(path: path))
        try await test.switchOn()
        _ = try await test.backup.run(
            try TestSource(account, messages: 150, byteCount: byteCount), from: account.origin())
        let first = try #require(try Files.read(path))
        _ = try await test.backup.run(
            try TestSource(account, messages: 400, byteCount: byteCount), from: account.origin())
        return (test, first, try #require(try Files.read(path)))
    }

    @Test("P2: a later backup appends, another process reads it, and a closed file is found again")
    func appends() async throws {
        let (_, first, second) = try await two()
        #expect(second.starts(with: first))
        #expect(try Files.names(in: folder.path) == ["backup.hfb"])
        #expect(try Files.permissions(path) == 0o600)
        #expect(try await restored(FileBackupTarget(path: path)) == 400)
        await #expect(throws: RecoveryError.noBackup) {
            try await find(FileBackupTarget(path: folder.path + "/none"))
        }
        #expect(try Files.names(in: folder.path) == ["backup.hfb"])
    }

    @Test("P2: a death at any byte of a backup leaves the generation before, and it goes on there")
    func death() async throws {
        let (_, first, second) = try await two()
        // The marker as it lies there while the second generation is being written.
        let marker = Array("HFBKOPEN".utf8) + WireWriter.encode { $0.put(UInt64(first.count)) }
        let whole = marker + SHA256.hash(marker).prefix(16)
        var cuts = Array(
            stride(from: first.count, to: second.count, by: (second.count - first.count) / 40))
        cuts += [first.count + 1, first.count + 127, first.count + 128, second.count - 1]
        for cut in cuts {
            try Files.write(Array(second[..<cut]), to: path)
            try Files.write(whole, to: path + ".unfinished")
            #expect(try await restored(FileBackupTarget(path: path)) == 150, "cut at \(cut)")
        }
        let blocks = try Self.blocks(second)
        try Files.write(Array(second[..<blocks[blocks.count - 2].lowerBound]), to: path)
        let test = TestBackup(account, target: FileBackupTarget(path: path))
        try await test.switchOn()
        let report = try await test.backup.run(
            try TestSource(account, messages: 400, byteCount: 1_000), from: account.origin())
        #expect(report.generation.generation == 2)
        #expect(report.sentByteCount < 8_192, "what was sent stays")
        #expect(try Files.names(in: folder.path) == ["backup.hfb"])
        #expect(try await restored(FileBackupTarget(path: path)) == 400)
        // All bytes are there, and the death came before the marker went.
        try Files.write(second, to: path)
        try Files.write(whole, to: path + ".unfinished")
        #expect(try await restored(FileBackupTarget(path: path)) == 400)
    }

    @Test("P2: bytes that a loss of power left behind as zeros are no chunk")
    func power() async throws {
        let (_, first, second) = try await two()
        let marker = Array("HFBKOPEN".utf8) + WireWriter.encode { $0.put(UInt64(first.count)) }
        for start in [first.count + 128, (first.count + second.count) / 2] {
            var torn = Array(second[..<(second.count - 3_000)])
            for place in start..<min(start + 4_096, torn.count) { torn[place] = 0 }
            try Files.write(torn, to: path)
            try Files.write(marker + SHA256.hash(marker).prefix(16), to: path + ".unfinished")
            let test = TestBackup(account, target: FileBackupTarget(path: path))
            try await test.switchOn()
            _ = try await test.backup.run(
                try TestSource(account, messages: 400, byteCount: 1_000), from: account.origin())
            #expect(try await restored(FileBackupTarget(path: path)) == 400)
        }
    }

    @Test("Bytes at the end, a cut, a block twice, dropped, or in another's place are damage")
    func damage() async throws {
        let (_, first, second) = try await two()
        let blocks = try Self.blocks(second)
        #expect(blocks.count > 8)
        let block = blocks[2]
        let next = blocks[3]
        let forms: [(String, [UInt8])] = [
            ("one byte more", second + [0]),
            ("127 bytes more", second + [UInt8](repeating: 7, count: 127)),
            ("500 zeros more", second + [UInt8](repeating: 0, count: 500)),
            ("the last block again", second + second[blocks[blocks.count - 1]]),
            ("one byte less", Array(second.dropLast())),
            ("half", Array(second[..<(second.count / 2)])),
            ("cut behind a chunk", Array(second[..<block.upperBound])),
            ("a block dropped", Array(second[..<block.lowerBound] + second[block.upperBound...])),
            ("a block doubled", Array(second[..<block.upperBound] + second[block.lowerBound...])),
            (
                "blocks swapped",
                Array(
                    second[..<block.lowerBound] + second[next] + second[block]
                        + second[next.upperBound...])
            ),
            ("another file behind", second + first),
            ("a head alone", Array(second[..<10])),
            ("another kind of file", Array("SQLite format 3\0".utf8) + second),
        ]
        for (id, form) in forms {
            try Files.write(form, to: path)
            do {
                _ = try await find(FileBackupTarget(path: path))
                Issue.record("\(id) makes no difference")
            } catch RecoveryError.damaged(let damage) {
                #expect(damage.part == .file, "\(id)")
                if id.hasSuffix("more") && damage.kind != .changed {
                    #expect(damage.kind == .trailing, "\(id)")
                }
            }
            // Nobody repairs it by writing over it.
            let before = form
            let test = TestBackup(account, target: FileBackupTarget(path: path))
            await #expect(throws: RecoveryError.self) { try await test.switchOn() }
            #expect(try Files.read(path) == before)
        }
        var newer = second
        newer[9] = 2
        try Files.write(newer, to: path)
        await #expect(throws: RecoveryError.newerFormat(.file)) {
            try await find(FileBackupTarget(path: path))
        }
    }

    @Test(
        "A length of 0, 2^31 or 2^63 in a head that is good otherwise is refused, and takes no memory",
        arguments: [0, 1 << 31, 1 << 63, .max] as [UInt64])
    func lengthFields(length: UInt64) async throws {
        let (_, _, second) = try await two()
        for block in try Self.blocks(second) {
            var forged = second
            let head = block.lowerBound..<(block.lowerBound + 96)
            forged.replaceSubrange(
                (head.lowerBound + 8)..<(head.lowerBound + 16),
                with: WireWriter.encode { $0.put(length) })
            let check = SHA256.hash { message in
                message.absorb(Array("holdfast/backup-file/v1".utf8))
                message.absorb(bigEndian: UInt64(block.lowerBound))
                message.absorb(forged[head])
            }
            forged.replaceSubrange(head.upperBound..<(head.upperBound + 32), with: check)
            try Files.write(forged, to: path)
            let error = await #expect(throws: RecoveryError.self) {
                try await restored(FileBackupTarget(path: path))
            }
            guard case .damaged = error else {
                Issue.record("not damage, but \(String(describing: error))")
                continue
            }
        }
    }

    @Test("Every byte of a small backup that is flipped is no success, and of the right class")
    func flips() async throws {
        let test = TestBackup(account, target: FileBackupTarget(path: path))
        try await test.switchOn()
        _ = try await test.backup.run(
            try TestSource(account, messages: 1, byteCount: 10), from: account.origin())
        let whole = try #require(try Files.read(path))
        // Half of the small backup is what pieces are filled up with: every byte of that counts too.
        #expect(whole.count < 40_000)
        #expect(try await restored(FileBackupTarget(path: path)) == 1)
        var wrong: [Int] = []
        for place in whole.indices {
            var flipped = whole
            flipped[place] ^= 1 << (place % 8)
            try Files.write(flipped, to: path)
            do {
                _ = try await restored(FileBackupTarget(path: path))
                wrong.append(place)
            } catch let error as RecoveryError {
                switch error {
                case .damaged, .newerFormat: continue
                default: wrong.append(place)
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(10))")
    }

    @Test("What nothing names any more goes: the file stays below three times its content")
    func compaction() async throws {
        let target = FileBackupTarget(path: path)
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        var least = Int.max
        for number in 0..<7 {
            let source = try TestSource(
                account, messages: 300, byteCount: 2_000, from: number * 1_000)
            _ = try await test.backup.run(source, from: account.origin())
            let count = try #require(try Files.read(path)).count
            least = min(least, count)
            #expect(count < least * 9 / 2)
            #expect(try Files.names(in: folder.path) == ["backup.hfb"])
        }
        // Another process sees the new file under the old name.
        #expect(try await restored(FileBackupTarget(path: path)) == 300)
        #expect(try await restored(target) == 300)
    }

    @Test("P2: of two processes that write at once one is told of the other")
    func processes() async throws {
        let (test, _, _) = try await two()
        let second = TestBackup(account, target: FileBackupTarget(path: path))
        try await second.switchOn()
        let report = try await second.backup.run(
            try TestSource(account, messages: 500, byteCount: 1_000), from: account.origin())
        #expect(report.generation.generation == 3)
        let third = try await test.backup.run(
            try TestSource(account, messages: 501, byteCount: 1_000), from: account.origin())
        #expect(third.generation.generation == 4)
        #expect(third.sentByteCount < 300_000)
        #expect(try await restored(FileBackupTarget(path: path)) == 501)
    }

    /// Where the blocks of a file are.
    private static func blocks(_ file: [UInt8]) throws -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var place = FileBlock.fileHead.count
        while place < file.count {
            let head = Array(file[place..<(place + FileBlock.headCount)])
            let block = try #require(try FileBlock(head, at: place))
            blocks.append(place..<(place + FileBlock.headCount + block.byteCount))
            place += FileBlock.headCount + block.byteCount
        }
        return blocks
    }
}
