import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("Lengths that hide lengths")
struct PaddedLengthTests {
    @Test("Each length is padded to one that is stable, and never below it")
    func stable() throws {
        let lengths =
            Array(0...70_000) + stride(from: 70_001, through: PaddedLength.maximum, by: 997)
        var last = 0
        for length in lengths {
            let padded = try #require(PaddedLength.padded(length))
            #expect(padded >= max(length, last) && PaddedLength.isPadded(padded))
            last = padded
        }
        #expect(PaddedLength.padded(PaddedLength.maximum) == PaddedLength.maximum)
        #expect(PaddedLength.padded(PaddedLength.maximum + 1) == nil)
    }

    @Test("Up to 64 KiB there are nine lengths, above at most 12 % are added")
    func buckets() throws {
        #expect(
            Set((0...65_536).compactMap(PaddedLength.padded)).sorted()
                == (8...16).map { 1 << $0 })
        for length in stride(from: 65_537, through: PaddedLength.maximum, by: 4999) {
            let padded = try #require(PaddedLength.padded(length))
            #expect(Double(padded) <= Double(length) * 1.12)
        }
        // 2^16 + 1 has 17 bits, whose number has 5: 12 bits are filled up to zeros.
        #expect(PaddedLength.padded(65_537) == 65_536 + 2048)
    }

    @Test("No other length is one of a body")
    func others() {
        for length in [Int.min, -1, 0, 1, 255, 257, 65_537, PaddedLength.maximum + 2048, .max] {
            #expect(!PaddedLength.isPadded(length))
        }
    }

    @Test("A body comes back from its fill, whatever its length")
    func bodies() throws {
        let salt = SecretBytes([UInt8](repeating: 7, count: 32))
        for count in [0, 1, 63, 64, 222, 223, 16_383, 16_384, 70_000] {
            let content = SecretBytes([UInt8](repeating: 5, count: count))
            let body = try MessageBody(content, salt: salt)
            let padded = body.padded()
            #expect(PaddedLength.isPadded(padded.count))
            let read = try MessageBody(padded: padded)
            #expect(read.content == content && read.salt == salt)
            #expect(read.contentID == body.contentID)
        }
    }

    @Test("A fill that is not zeros, or of another length, is refused")
    func fill() throws {
        let salt = SecretBytes([UInt8](repeating: 7, count: 32))
        let padded = try MessageBody(SecretBytes([1, 2, 3]), salt: salt).padded().copyBytes()
        var marked = padded
        marked[255] = 1
        let wrong: [([UInt8], WireError.Reason)] = [
            (marked, .notCanonical), (padded + padded.map { _ in 0 }, .notCanonical),
            (Array(padded.prefix(34)), .truncated), (Array(padded.prefix(20)), .truncated),
            ([], .truncated),
            (Array(padded.prefix(32)) + [0x40, 3] + padded[33..<255], .notCanonical),
            (Array(padded.prefix(32)) + [0xc0] + padded[33...], .notCanonical),
            (Array(padded.prefix(32)) + [0x3f] + padded[33..<64], .truncated),
        ]
        for (bytes, reason) in wrong {
            let error = #expect(throws: WireError.self) {
                try MessageBody(padded: SecretBytes(bytes))
            }
            #expect(error?.reason == reason)
        }
    }

    @Test("The content's name hangs on the salt and on every byte")
    func names() throws {
        let salts = [UInt8(1), 2].map { SecretBytes([UInt8](repeating: $0, count: 32)) }
        let names = try salts.flatMap { salt in
            try [[], [0], [0, 0], [1]].map {
                try MessageBody(SecretBytes($0), salt: salt).contentID
            }
        }
        #expect(Set(names).count == 8)
    }
}
