import HoldfastCrypto

/// What a process of a simulated phone draws its keys and nonces from.
///
/// Each process has a stream of its own, so that what a dead process still draws changes nothing
/// for those that live (P12).
struct ProcessRandom: SecureRandom {
    let process: AppProcess

    var isReproducible: Bool { true }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        process.phone.state.withLock { $0.streams.fill(buffer, stream: process.number) }
    }
}

/// The streams of random bytes of a phone, by number; all of them follow from its seed.
struct RandomStreams: Sendable {
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

    private func makeGenerator(_ stream: Int) -> HMACDRBG {
        HMACDRBG(
            entropy: seed, nonce: Self.bytes(UInt64(stream)),
            personalization: Array("holdfast simulated phone".utf8))
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
