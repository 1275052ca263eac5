import HoldfastCrypto
import Testing

@Suite struct SecureRandomTests {
    @Test("Draws that would favour some numbers are thrown away, and only those")
    func rejection() throws {
        // 2^64 mod 3 is 1: of all draws 0 alone is unfair.
        #expect(try uniform(below: 3, draws: [0, 0, 1]) == 1)
        #expect(try uniform(below: 3, draws: [1]) == 1)
        #expect(try uniform(below: 3, draws: [UInt64.max]) == 0)
        // 2^64 mod (2^62 + 1) is 2^62 - 3.
        let bound = (1 << 62) + 1
        let firstFair = UInt64(1 << 62) - 3
        #expect(try uniform(below: bound, draws: [firstFair - 1, 7, firstFair]) == bound - 4)
        // A power of two divides 2^64: nothing is unfair.
        #expect(try uniform(below: 1 << 62, draws: [0]) == 0)
        #expect(try uniform(below: 1, draws: [0]) == 0)
        #expect(try uniform(below: Int.max, draws: [2]) == 2)
    }

    @Test("Each number comes up about as often as any other")
    func distribution() throws {
        let random = SeededRandom(seed: 1)
        var counts = [Int](repeating: 0, count: 6)
        for _ in 0..<60_000 { counts[try random.uniform(below: 6)] += 1 }
        // 10,000 expected, standard deviation 91.
        for count in counts { #expect(abs(count - 10_000) < 500) }
    }

    @Test("A bound below 1 is refused", arguments: [0, -1, Int.min])
    func wrongBound(bound: Int) {
        expect(.invalidParameter) { () throws(CryptoError) in
            _ = try SystemRandom().uniform(below: bound)
        }
    }

    @Test("Without randomness there is no number, no array and no secret")
    func unavailable() {
        let random = BrokenRandom()
        expect(.randomnessUnavailable) { () throws(CryptoError) in _ = try random.bytes(1) }
        expect(.randomnessUnavailable) { () throws(CryptoError) in _ = try random.secret(1) }
        expect(.randomnessUnavailable) { () throws(CryptoError) in
            _ = try random.uniform(below: 2)
        }
    }

    private func uniform(below bound: Int, draws: [UInt64]) throws -> Int {
        let random = ListedRandom(draws)
        let number = try random.uniform(below: bound)
        #expect(random.isUsedUp)
        return number
    }
}

private struct BrokenRandom: SecureRandom {
    let isReproducible = false

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        throw CryptoError(.randomnessUnavailable, "broken on purpose")
    }
}

/// Gives listed words, one a call.
private struct ListedRandom: SecureRandom {
    let isReproducible = true
    private let rest: Locked<[UInt64]>

    init(_ words: [UInt64]) {
        rest = Locked(words)
    }

    var isUsedUp: Bool { rest.withLock { $0.isEmpty } }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        let word = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let word, buffer.count == 8 else {
            throw CryptoError(.randomnessUnavailable, "more was asked for than is listed")
        }
        buffer.storeBytes(of: word, as: UInt64.self)
    }
}
