extension Argon2id {
    /// What is hashed, as raw memory; the standard's secret and associated data are usually empty.
    struct Inputs {
        var password: UnsafeRawBufferPointer
        var salt: UnsafeRawBufferPointer
        var secret = UnsafeRawBufferPointer(start: nil, count: 0)
        var associatedData = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Derives a key without any library; the caller has checked the lengths.
    ///
    /// - Parameters:
    ///   - output: 4 to 4,294,967,295 bytes, all written.
    ///   - inputs: What is hashed.
    ///   - parameters: Memory, passes and lanes; the lanes are computed one after another.
    ///   - afterPass: Sees the words of all blocks after each pass, for the test vectors.
    /// - Throws: ``CryptoError`` with `outOfMemory` if the memory could not be had; nothing was
    ///   written then.
    static func deriveInSwift(
        into output: UnsafeMutableRawBufferPointer, _ inputs: Inputs, parameters: Parameters,
        afterPass: (Int, UnsafeBufferPointer<UInt64>) -> Void = { _, _ in }
    ) throws(CryptoError) {
        let memory = try Argon2Memory(parameters)
        startLanes(memory, inputs, parameters, outputCount: output.count)
        for pass in 0..<memory.passCount {
            memory.fill(pass: pass)
            afterPass(pass, memory.allWords)
        }
        putOut(memory, into: output)
    }

    /// Section 3.2, steps 1, 3 and 4: the first two blocks of each lane.
    private static func startLanes(
        _ memory: borrowing Argon2Memory, _ inputs: Inputs, _ parameters: Parameters,
        outputCount: Int
    ) {
        let seed = SecretArena.shared.take(64)
        defer { SecretArena.shared.giveBack(seed) }
        hashInputs(inputs, parameters, outputCount: outputCount, into: seed)
        for lane in 0..<memory.laneCount {
            for index in 0..<2 {
                Argon2Hash.hash(
                    { hash in
                        hash.absorb(UnsafeRawBufferPointer(seed))
                        hash.absorb(littleEndian: UInt32(index))
                        hash.absorb(littleEndian: UInt32(lane))
                    }, into: memory.bytes(lane, index))
            }
        }
    }

    private static func hashInputs(
        _ inputs: Inputs, _ parameters: Parameters, outputCount: Int,
        into seed: UnsafeMutableRawBufferPointer
    ) {
        var hash = BLAKE2b(hashByteCount: 64)
        let numbers = [
            parameters.parallelism, outputCount, parameters.memoryKiB, parameters.iterations,
            versionNumber, typeNumber,
        ]
        for number in numbers { hash.absorb(littleEndian: UInt32(number)) }
        for input in [inputs.password, inputs.salt, inputs.secret, inputs.associatedData] {
            hash.absorb(littleEndian: UInt32(input.count))
            hash.absorb(input)
        }
        hash.finish(into: seed)
    }

    /// Section 3.2, steps 7 and 8: the last blocks of all lanes, xored and hashed.
    private static func putOut(
        _ memory: borrowing Argon2Memory, into output: UnsafeMutableRawBufferPointer
    ) {
        let last = memory.blocksPerLane - 1
        let result = memory.block(0, last)
        for lane in 1..<memory.laneCount {
            let block = memory.block(lane, last)
            for index in 0..<Argon2Block.wordCount { result[index] ^= block[index] }
        }
        let bytes = UnsafeRawBufferPointer(memory.bytes(0, last))
        Argon2Hash.hash({ $0.absorb(bytes) }, into: output)
    }

    static let typeNumber = 2
    private static let versionNumber = 0x13
}
