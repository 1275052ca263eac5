import HoldfastCrypto

/// The streams of random bytes of a phone, by number; all of them follow from its seed.
struct RandomStreams: Sendable, Equatable {
    /// The stream of the phone's own hardware: keys that never leave it.
    static let hardware = 0

    private let seed: [UInt8]
    private var generators: [Int: HMACDRBG] = [:]

    init(seed: UInt64, hardware: Int) {
        self.seed = [seed, UInt64(hardware)].flatMap(Self.bytes)
    }

    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer, stream: Int) {
        var generator = generators[stream] ?? makeGenerator(stream)
        generator.fill(buffer)
        generators[stream] = generator
    }

    /// Forgets the streams of processes, which have ended: a number is never given twice.
    mutating func forgetProcesses() {
        generators = generators.filter { $0.key == Self.hardware }
    }

    private func makeGenerator(_ stream: Int) -> HMACDRBG {
        HMACDRBG(
            entropy: seed, nonce: Self.bytes(UInt64(stream)),
            personalization: Array("holdfast simulated phone".utf8))
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
