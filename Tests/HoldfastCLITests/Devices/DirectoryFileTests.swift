import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastCLI

/// The file of device logs by itself: records, locks and limits.
@Suite("A directory file")
struct DirectoryFileTests {
    private let place = Workplace()
    private var file: DirectoryFile {
        DirectoryFile(path: place.folder + "/devices", patience: .milliseconds(50))
    }

    private static func account(_ byte: UInt8) throws -> AccountID {
        try #require(AccountID([UInt8](repeating: byte, count: AccountID.byteCount)))
    }

    private static func device(_ byte: UInt8) throws -> DeviceID {
        try #require(DeviceID([UInt8](repeating: byte, count: DeviceID.byteCount)))
    }

    private static func whole() throws -> (bytes: [UInt8], records: [DirectoryRecord]) {
        let records: [DirectoryRecord] = [
            .entry(try account(1), [1, 2, 3]), .counter(try device(7), 5),
            .entry(try account(2), []), .entry(try account(1), [4]),
        ]
        return (DirectoryContent.header + records.flatMap(\.framed), records)
    }

    @Test("What is added is read again, by account and in order")
    func roundTrip() throws {
        #expect(try file.make())
        #expect(try !file.make(), "what is there is left alone")
        for record in try Self.whole().records { try file.append { _ in record } }
        try file.append { _ in nil }
        let content = try file.read()
        #expect(content.entries[try Self.account(1)] == [[1, 2, 3], [4]])
        #expect(content.entries[try Self.account(2)] == [[]])
        #expect(content.counters == [try Self.device(7): 5])
        #expect(content.end == (try Self.whole().bytes.count) && !content.isTorn)
    }

    @Test("Cut anywhere, a file gives the records that are whole, and says that one is not")
    func cut() throws {
        let (bytes, _) = try Self.whole()
        for count in 0..<bytes.count {
            let content = try DirectoryContent(Array(bytes[..<count]))
            #expect(content.end <= count && content.isTorn == (content.end != count))
            let again = try DirectoryContent(Array(bytes[..<content.end]))
            #expect(again.entries == content.entries && again.counters == content.counters)
        }
    }

    @Test("With any bit turned, a file gives nothing that was not in it")
    func flipped() throws {
        let (bytes, _) = try Self.whole()
        let whole = try DirectoryContent(bytes)
        let account = try Self.account(1)
        var refusals = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                do throws(KeychainError) {
                    let content = try DirectoryContent(changed)
                    // Only the last record can be taken for one that was not finished.
                    #expect(content.isTorn && content.counters == whole.counters)
                    #expect(content.entries[account] == [[1, 2, 3]])
                } catch {
                    #expect([.dataCorrupted, .unsupported].contains(error.code))
                    refusals += 1
                }
            }
        }
        #expect(refusals > bytes.count * 4)
    }

    @Test("A length that nothing bears out allocates nothing and is damage")
    func lengths() throws {
        for length: UInt32 in [0, UInt32(DirectoryRecord.bodyLimit) + 1, .max] {
            let head = [length, ~length].flatMap { number in
                withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) }
            }
            #expect(throws: KeychainError.self) {
                try DirectoryContent(DirectoryContent.header + head + [1, 2, 3])
            }
        }
    }

    @Test("A file that another process keeps locked is busy, and one that is read is not")
    func locks() throws {
        _ = try file.make()
        let other = open(file.path, O_RDWR | O_CLOEXEC)
        defer { close(other) }
        try #require(flock(other, LOCK_SH) == 0)
        _ = try file.read()
        expectBusy { () throws(KeychainError) in try file.append { _ in nil } }
        try #require(flock(other, LOCK_EX) == 0)
        expectBusy { () throws(KeychainError) in _ = try file.read() }
    }

    private func expectBusy(_ body: () throws(KeychainError) -> Void) {
        do throws(KeychainError) {
            try body()
            Issue.record("the lock was not waited for")
        } catch {
            #expect(error.nativeCode == Int(EWOULDBLOCK) && error.nativeDomain == "errno")
        }
    }

    @Test("A link, a folder, a pipe and a file that is too large are refused")
    func others() throws {
        let path = file.path
        #expect(symlink("/dev/null", path) == 0)
        #expect(throws: KeychainError.self) { try file.read() }
        #expect(throws: KeychainError.self) { try file.append { _ in nil } }
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(throws: KeychainError.self) { try file.read() }
        #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(throws: KeychainError.self) { try file.read() }
        #expect(rmdir(path) == 0)
        _ = try file.make()
        #expect(truncate(path, off_t(DirectoryFile.byteLimit) + 1) == 0)
        do throws(KeychainError) {
            _ = try file.read()
            Issue.record("a file of any size is read")
        } catch {
            #expect(error.message.contains("larger"))
        }
    }

    @Test("A text for a code is read as it was, and anything else is refused")
    func texts() throws {
        for count in [0, 1, 2, 3, 4, 5, 149] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 91 &+ 5) }
            let text = ScanText.text(of: bytes)
            #expect(try ScanText.bytes(of: text) == bytes)
            #expect(try ScanText.bytes(of: " " + text.lowercased() + "\n") == bytes)
            #expect(throws: KeychainError.self) { try ScanText.bytes(of: text + "1") }
            // Bits that stand for nothing would be a second text for the same bytes; behind four
            // bytes of five, the character makes the fifth.
            if count % 5 != 4 {
                #expect(throws: KeychainError.self) { try ScanText.bytes(of: text + "B") }
            }
        }
        let long = "HOLDFAST:" + String(repeating: "A", count: ScanText.characterLimit)
        for text in ["", "HOLDFAST", "MFRGG", "HOLDFAST:ÄÄ", long] {
            #expect(throws: KeychainError.self) { try ScanText.bytes(of: text) }
        }
    }
}
