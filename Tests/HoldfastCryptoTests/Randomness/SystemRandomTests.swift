import Testing

@testable import HoldfastCrypto

@Suite struct SystemRandomTests {
    @Test("The system's bytes are not reproducible and fill all of the memory")
    func fills() throws {
        let random = SystemRandom()
        #expect(!random.isReproducible)
        #expect(try random.bytes(0).isEmpty)
        #expect(try random.secret(0).isEmpty)
        #expect(try random.bytes(32) != random.bytes(32))
        #expect(try random.secret(32) != random.secret(32))
        // Larger than getrandom(2) gives at once (33,554,431 bytes): the end must be filled too.
        let many = try random.bytes(33_554_431 + 64)
        #expect(many.suffix(32).contains { $0 != 0 })
        #expect(many.prefix(32).contains { $0 != 0 })
    }

    @Test("P12: short answers and interruptions are continued until all bytes are there")
    func shortAnswers() throws {
        let asked = Locked<[Int]>([])
        let call = EntropyCall { start, count in
            let number = asked.withLock { asked in
                asked.append(count)
                return asked.count
            }
            if number.isMultiple(of: 2) { return .interrupted }
            let given = min(count, 3)
            for offset in 0..<given {
                start.storeBytes(of: UInt8(number), toByteOffset: offset, as: UInt8.self)
            }
            return .wrote(given)
        }
        #expect(try SystemRandom(call: call).bytes(8) == [1, 1, 1, 3, 3, 3, 5, 5])
        #expect(asked.withLock { $0 } == [8, 5, 5, 2, 2])
    }

    @Test("A refusal is an error with the system's code, and what was written is wiped")
    func refusal() {
        let calls = Locked(0)
        let call = EntropyCall { start, count in
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            guard number == 1 else { return .failed(code: 38) }
            start.storeBytes(of: 0xa5, as: UInt8.self)
            return .wrote(1)
        }
        var buffer = [UInt8](repeating: 0xff, count: 4)
        let error = #expect(throws: CryptoError.self) {
            try buffer.withUnsafeMutableBytes { try SystemRandom(call: call).fill($0) }
        }
        #expect(error?.reason == .randomnessUnavailable)
        #expect(error?.nativeCode == 38)
        #expect(buffer == [0, 0, 0, 0])
    }

    @Test("An answer that makes no sense is an error and not a loop", arguments: [0, -1, 5])
    func nonsense(count: Int) {
        let call = EntropyCall { _, _ in .wrote(count) }
        expect(.randomnessUnavailable) { () throws(CryptoError) in
            _ = try SystemRandom(call: call).bytes(4)
        }
    }
}
