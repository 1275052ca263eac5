import FoundationEssentials
import HoldfastCore
import HoldfastCrypto
import HoldfastWire
import Testing

@testable import HoldfastE2EE
@testable import HoldfastLab

/// The file in which a device keeps its account's log, as `docs/formats/identity-log.md` has it.
@Suite("The copy of the account's log")
struct AccountLogCopyTests {
    private struct Vector: Decodable {
        let name: String
        let entries: [String]
    }

    /// The entries of the log with two devices among the device log's vectors.
    private static func entries() throws -> [[UInt8]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "HoldfastWireTests/Fixtures/device-log.json")
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
        let vector = try #require(vectors.first { $0.name == "two devices" })
        return try vector.entries.map { try #require(Hexadecimal.bytes($0)) }
    }

    /// The file by the page: magic, version, and vectors with lengths as RFC 9420 has them.
    private static func file(of entries: [[UInt8]], version: UInt8 = 1) -> [UInt8] {
        Array("HFLG".utf8) + [version] + vector(entries.flatMap(vector))
    }

    private static func vector(_ bytes: [UInt8]) -> [UInt8] {
        let count = bytes.count
        let length: [UInt8] =
            switch count {
            case ..<64: [UInt8(count)]
            case ..<16_384: [UInt8(count >> 8) | 0x40, UInt8(count & 0xff)]
            default:
                [
                    UInt8(count >> 24) | 0x80, UInt8(count >> 16 & 0xff), UInt8(count >> 8 & 0xff),
                    UInt8(count & 0xff),
                ]
            }
        return length + bytes
    }

    @Test("The file is the page's, byte for byte, and is read again")
    func golden() async throws {
        let raw = try Self.entries()
        #expect(raw.count == 2)
        let entries = try raw.map { try SignedLogEntry($0) }
        let container = MemoryContainer()
        let copy = AccountLogCopy(in: container)
        #expect(try await copy.entries().isEmpty, "no file")
        try await copy.keep(entries)
        let file = try #require(try container.readFile("holdfast-identity-log"))
        #expect(file == Self.file(of: raw))
        #expect(try await copy.entries() == entries)
        let empty: [UInt8] = [0x48, 0x46, 0x4c, 0x47, 0x01, 0x00]
        #expect(AccountLogCopy.bytes(of: []) == empty && Self.file(of: []) == empty)
        #expect(try AccountLogCopy.entries(empty).isEmpty)
        // The second vector of the page: framing alone, with entries that are none.
        let framing: [UInt8] = [0x48, 0x46, 0x4c, 0x47, 0x01, 0x04, 0x01, 0xaa, 0x01, 0xbb]
        #expect(Self.file(of: [[0xaa], [0xbb]]) == framing)
        #expect(throws: WireError.self) { try AccountLogCopy.entries(framing) }
    }

    @Test("The device's own file is that of the log that the server has")
    func own() async throws {
        let family = try await Family()
        try await family.join()
        _ = try await family.first.opened()
        let entries = try await family.directory.entries(of: family.account, from: 0)
        let file = try #require(try family.first.container.readFile("holdfast-identity-log"))
        #expect(file == Self.file(of: entries.map(\.bytes)))
    }

    @Test("Cut anywhere, or with bytes behind it, it is refused as damaged; a newer one as newer")
    func damaged() async throws {
        let raw = try Self.entries()
        let file = Self.file(of: raw)
        for count in file.indices {
            #expect(await Self.code(of: Array(file[..<count])) == .dataCorrupted, "\(count)")
        }
        #expect(await Self.code(of: file + [0]) == .dataCorrupted)
        #expect(await Self.code(of: Array("HFLH".utf8) + file.dropFirst(4)) == .dataCorrupted)
        #expect(await Self.code(of: Self.file(of: raw, version: 2)) == .unsupported)
        #expect(await Self.code(of: Self.file(of: raw, version: 0)) == .unsupported)
        let long = Array(file.prefix(5)) + [0x80, 0, UInt8(file.count >> 8), 0]
        #expect(await Self.code(of: long) == .dataCorrupted, "a length that is longer than needed")
        #expect(await Self.code(of: file) == nil)
    }

    private static func code(of file: [UInt8]) async -> KeychainError.Code? {
        let container = MemoryContainer()
        do throws(KeychainError) {
            try container.replaceFile("holdfast-identity-log", with: file)
            _ = try await AccountLogCopy(in: container).entries()
            return nil
        } catch {
            return error.code
        }
    }
}
