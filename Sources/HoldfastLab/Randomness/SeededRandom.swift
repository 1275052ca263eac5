public import HoldfastCrypto

/// Random bytes that a seed makes again, for simulations and tests (P12).
///
/// Never for real keys: whoever knows the seed knows the bytes. It says so through
/// ``isReproducible``, and stores mark what they make with it.
///
/// Two sources with one seed give the same bytes for the same requests in the same order.
///
/// - Note: Standard: HMAC_DRBG with SHA-256, NIST SP 800-90A Rev. 1, section 10.1.2, without
///   reseeding. Vectors: `Tests/HoldfastCoreTests/Vectors/hmac-drbg-sha256.txt`.
public final class SeededRandom: SecureRandom {
    private let generator: Locked<HMACDRBG>

    /// Always `true`.
    public var isReproducible: Bool { true }

    /// Starts a source.
    ///
    /// - Parameter seed: 0 or more bytes; every different seed is another source.
    public init(seed: [UInt8]) {
        generator = Locked(
            HMACDRBG(entropy: seed, nonce: [], personalization: Array("holdfast lab".utf8)))
    }

    /// Starts a source from a number that a test can print and take back.
    ///
    /// - Parameter seed: any number.
    public convenience init(seed: UInt64) {
        self.init(seed: withUnsafeBytes(of: seed.bigEndian) { Array($0) })
    }

    /// Fills memory with the next bytes.
    ///
    /// - Parameter buffer: 0 or more bytes; all of them are written.
    /// - Throws: Nothing; the protocol's other conformers can.
    public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        generator.withLock { $0.fill(buffer) }
    }
}
