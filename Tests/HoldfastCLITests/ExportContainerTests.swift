import CrashSupport
import FoundationEssentials
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

@testable import HoldfastCLI

@Suite("Encrypted exports")
struct ExportContainerTests {
    private static let passphrase = SecretBytes(utf8: "correct horse battery staple")

    private static func vector(_ name: String) throws -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/Vectors/export-v1-\(name).holdfast"
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    private static func open(
        _ file: [UInt8], _ passphrase: SecretBytes = passphrase
    ) throws(KeychainError) -> [UInt8] {
        let payload = try file.withRawBytes { (file) throws(KeychainError) in
            try ExportContainer.open(file, passphrase: passphrase)
        }
        return payload.secret.copyBytes()
    }

    private static func seal(
        _ payload: [UInt8], memoryKiB: Int = 8192, iterations: Int = 1
    ) throws -> [UInt8] {
        let cost = try Argon2id.Parameters(
            memoryKiB: memoryKiB, iterations: iterations, parallelism: 1)
        var file: [UInt8] = []
        try payload.withRawBytes { (payload) throws(KeychainError) in
            try ExportContainer.seal(
                payload, passphrase: passphrase, cost: cost, random: SystemRandom()
            ) { (piece) throws(KeychainError) in file += piece }
        }
        return file
    }

    private static func code(_ file: [UInt8], _ passphrase: SecretBytes = passphrase)
        -> KeychainError.Code?
    {
        do {
            _ = try open(file, passphrase)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A file that another implementation wrote opens")
    func vectors() throws {
        #expect(try Self.open(Self.vector("empty")).isEmpty)
        #expect(try Self.open(Self.vector("one-chunk")) == [UInt8](repeating: 0x78, count: 65_536))
        let two = try Self.open(Self.vector("two-chunks"))
        #expect(two == (0..<65_537).map { UInt8($0 % 251) })
    }

    @Test("The items of a file that another implementation wrote are read")
    func items() throws {
        let payload = try Self.open(Self.vector("items"))
        let records = try payload.withRawBytes { (payload) throws(KeychainError) in
            try TransferDocument.read(payload, service: "standard")
        }
        #expect(records.map(\.key.account) == ["token", "caf\u{e9}", "empty"])
        #expect(records.map(\.key.service) == ["default", "other", "standard"])
        #expect(records[0].value == SecretBytes(utf8: "hunter2"))
        #expect(records[1].value == SecretBytes((0...255).map { UInt8($0) }))
        #expect(records[1].protection.protection(over: nil)?.accessibility == .whenUnlocked)
        #expect(records[2].value.isEmpty)
    }

    @Test(
        "P7: An import refuses a device key, whoever exported it",
        arguments: ["signingKey", "keyAgreementKey"])
    func deviceKeys(kind: String) throws {
        let text = #"[{"name": "a", "value": "SEZESw==", "kind": ""# + kind + #""}]"#
        let error = #expect(throws: KeychainError.self) {
            try Array(text.utf8).withRawBytes { (text) throws(KeychainError) in
                try TransferDocument.read(text, service: "standard")
            }
        }
        #expect(error?.message.contains("a device key never comes from elsewhere") == true)
    }

    @Test(
        "What is sealed opens, at every border of a chunk",
        arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func roundTrip(count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try Self.seal(payload)
        let chunkCount = max(1, (count + 65_535) / 65_536)
        #expect(file.count == ExportHeader.byteCount + count + 16 * chunkCount)
        #expect(try Self.open(file) == payload)
    }

    @Test("Two exports of the same differ in salt and in every sealed byte's key")
    func fresh() throws {
        let payload = [UInt8](repeating: 0, count: 64)
        let (one, other) = (try Self.seal(payload), try Self.seal(payload))
        #expect(one[31..<47] != other[31..<47])
        #expect(one.suffix(80) != other.suffix(80))
    }

    @Test("A wrong passphrase is told apart from damage")
    func passphrases() throws {
        let file = try Self.vector("items")
        for wrong in ["correct horse battery stapl", "", "Correct horse battery staple"] {
            #expect(Self.code(file, SecretBytes(utf8: wrong)) == .authFailed)
        }
    }

    @Test("A flipped bit anywhere is found, and called by its name")
    func flippedBits() throws {
        let file = try Self.vector("items")
        var codes: [Int: KeychainError.Code] = [:]
        for index in file.indices {
            var changed = file
            changed[index] ^= 1 << (index % 8)
            let code = try #require(Self.code(changed), "byte \(index)")
            codes[index] = code
            let isMagic = index < ExportHeader.magic.count
            let isTag = (79..<ExportHeader.byteCount).contains(index)
            if isMagic {
                #expect(code == .invalidArgument || code == .unsupported, "byte \(index)")
            } else if isTag {
                // As documented: a damaged tag and a wrong passphrase look the same.
                #expect(code == .authFailed, "byte \(index)")
            } else {
                #expect(code == .dataCorrupted, "byte \(index)")
            }
        }
        #expect(codes.count == file.count)
    }

    @Test("A file that was cut anywhere is found")
    func cut() throws {
        let file = try Self.vector("items")
        for count in 0..<file.count {
            let code = Self.code(Array(file[..<count]))
            #expect(code == .dataCorrupted, "\(count) bytes")
        }
    }

    @Test("Chunks that were dropped, swapped, repeated or added are found")
    func reordered() throws {
        let file = try Self.seal([UInt8](repeating: 7, count: 65_536 * 3 + 10))
        let start = ExportHeader.byteCount
        let header = Array(file[..<start])
        let chunks = stride(from: start, to: file.count, by: 65_552).map {
            Array(file[$0..<min(file.count, $0 + 65_552)])
        }
        #expect(chunks.count == 4)
        let orders = [
            [0, 1, 2], [0, 1, 3], [1, 0, 2, 3], [0, 1, 2, 2, 3], [0, 1, 2, 3, 3], [3], [],
            [0, 0, 2, 3], [0, 1],
        ]
        for order in orders {
            let changed = header + order.flatMap { chunks[$0] }
            #expect(Self.code(changed) == .dataCorrupted, "\(order)")
        }
        #expect(Self.code(file + [0]) == .dataCorrupted)
        #expect(Self.code(file + chunks[3]) == .dataCorrupted)
    }

    @Test("An empty last chunk behind others is refused, so that each payload has one form")
    func emptyLastChunk() throws {
        let file = try Self.vector("one-chunk")
        #expect(Self.code(file + [UInt8](repeating: 0, count: 16)) == .dataCorrupted)
    }

    @Test(
        "Costs outside the bounds are refused before memory is taken",
        arguments: [
            (0, 1, 1), (8191, 1, 1), (1 << 20 + 1, 1, 1), (0xffff_ffff, 1, 1), (8192, 0, 1),
            (8192, 17, 1), (8192, 0xffff_ffff, 1), (8192, 1, 0), (8192, 1, 2),
        ])
    func costs(memoryKiB: Int, iterations: Int, parallelism: Int) throws {
        let numbers = [memoryKiB, iterations, parallelism].flatMap { number in
            (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let fields = ExportHeader.magic + numbers + [UInt8](repeating: 1, count: 16)
        let file = fields + SHA256.hash(fields) + [UInt8](repeating: 0, count: 48)
        let clock = ContinuousClock()
        let duration = clock.measure { #expect(Self.code(file) == .dataCorrupted) }
        #expect(duration < .seconds(1 * Patience.factor))
    }

    @Test("Another version is unsupported, another file is no export")
    func others() throws {
        var newer = try Self.vector("items")
        newer[17] = UInt8(ascii: "2")
        #expect(Self.code(newer) == .unsupported)
        #expect(Self.code(Array("{}".utf8)) == .invalidArgument)
        #expect(Self.code([UInt8](repeating: 0, count: 500)) == .invalidArgument)
    }

    @Test("What is written by default can be read by default")
    func standardCost() throws {
        let cost = try ExportContainer.standardCost()
        #expect(ExportHeader.memoryBounds.contains(cost.memoryKiB))
        #expect(ExportHeader.iterationBounds.contains(cost.iterations))
        #expect(cost.parallelism == 1)
    }

    @Test("A buffer gives back what was put in, in the order of the calls")
    func buffer() {
        let buffer = SecretBuffer(capacity: 1)
        var expected: [UInt8] = []
        for index in 0..<2000 {
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index % 7)
            buffer.append(SecretBytes(bytes))
            buffer.append(UInt8(truncatingIfNeeded: index))
            expected += bytes + [UInt8(truncatingIfNeeded: index)]
        }
        #expect(buffer.secret.copyBytes() == expected)
        buffer.removeLast(buffer.count)
        #expect(buffer.isEmpty && buffer.secret.isEmpty)
    }
}
