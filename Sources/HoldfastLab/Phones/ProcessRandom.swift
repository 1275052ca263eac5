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
