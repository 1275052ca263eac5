import FoundationEssentials
import HoldfastCrypto
import Testing

@testable import HoldfastLab

@Suite struct SeededRandomTests {
    @Test("HMAC_DRBG gives what NIST's vectors say")
    func vectors() throws {
        let vectors = try DRBGVector.load()
        #expect(vectors.count == 120)
        #expect(vectors.filter { !$0.personalization.isEmpty }.count == 60)
        for (index, vector) in vectors.enumerated() {
            var generator = HMACDRBG(
                entropy: vector.entropy, nonce: vector.nonce,
                personalization: vector.personalization)
            var output = [UInt8](repeating: 0, count: vector.output.count)
            // CAVP asks twice and compares the second answer.
            for _ in 0..<2 { output.withUnsafeMutableBytes { generator.fill($0) } }
            #expect(output == vector.output, "vector \(index)")
        }
    }

    @Test("P12: one seed gives the same bytes again, another gives others")
    func reproducible() throws {
        let (one, two) = (SeededRandom(seed: 7), SeededRandom(seed: 7))
        for count in [0, 1, 31, 32, 33, 100, 70_000] {
            let bytes = try one.bytes(count)
            #expect(bytes.count == count)
            #expect(try two.bytes(count) == bytes)
        }
        #expect(try one.bytes(32) != SeededRandom(seed: 7).bytes(32))
        #expect(try SeededRandom(seed: 8).bytes(32) != SeededRandom(seed: 7).bytes(32))
        #expect(try SeededRandom(seed: [1]).bytes(32) != SeededRandom(seed: [1, 0]).bytes(32))
    }

    @Test("a seeded source says that it is one")
    func marked() {
        #expect(SeededRandom(seed: 1).isReproducible)
    }
}

/// One vector of `Vectors/hmac-drbg-sha256.txt`.
private struct DRBGVector {
    var entropy: [UInt8] = []
    var nonce: [UInt8] = []
    var personalization: [UInt8] = []
    var output: [UInt8] = []

    static func load(from source: String = #filePath) throws -> [DRBGVector] {
        let folder = source.split(separator: "/").dropLast(2).joined(separator: "/")
        let path = "/" + folder + "/Vectors/hmac-drbg-sha256.txt"
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        var vectors: [DRBGVector] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " = ", maxSplits: 1)
            guard parts.count == 2, let name = parts[0].split(separator: ".").first else {
                continue
            }
            let bytes = hex(parts[1])
            switch name {
            case "Entropy": vectors.append(DRBGVector(entropy: bytes))
            case "Nonce": vectors[vectors.count - 1].nonce = bytes
            case "PersonalisationString": vectors[vectors.count - 1].personalization = bytes
            case "Output": vectors[vectors.count - 1].output = bytes
            default: continue
            }
        }
        return vectors
    }

    private static func hex(_ text: Substring) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
