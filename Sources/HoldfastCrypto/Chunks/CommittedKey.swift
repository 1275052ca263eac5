/// What is derived for one message in chunks: a cipher's key, a base nonce, and a commitment to
/// both, which is no secret.
///
/// A ciphertext of AES-GCM or ChaCha20-Poly1305 can be made to open under two keys. Who checks the
/// commitment first, opens under one key alone: two keys with one commitment would be a collision
/// of HMAC-SHA256.
struct CommittedKey: Sendable {
    static let commitmentByteCount = 32

    let algorithm: AEADAlgorithm
    /// 32 bytes that stand beside the ciphertext.
    let commitment: [UInt8]
    /// The key, then the base nonce.
    private let keyAndNonce: SecretBytes

    /// Takes what a derivation writes: key, base nonce and commitment, in this order.
    init(
        _ algorithm: AEADAlgorithm, derivedBy derive: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        let secretCount = algorithm.keyByteCount + AEADAlgorithm.nonceByteCount
        let derived = SecretBytes(
            count: secretCount + Self.commitmentByteCount, initializingWith: derive)
        self.algorithm = algorithm
        (keyAndNonce, commitment) = derived.withUnsafeBytes { bytes in
            (
                SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<secretCount])),
                [UInt8](bytes[secretCount...])
            )
        }
    }

    /// Checks the commitment that stands beside a ciphertext.
    ///
    /// - Throws: `authenticationFailed` if it is another key's, or has another length.
    func check(_ commitment: some Collection<UInt8>) throws(CryptoError) {
        let isEqual = [UInt8](commitment).withUnsafeBytes { given in
            self.commitment.withUnsafeBytes { equalInConstantTime(given, $0) }
        }
        guard isEqual else {
            throw CryptoError(.authenticationFailed, "The key is not the one committed to.")
        }
    }

    /// Lends the key and the nonce of one chunk.
    ///
    /// - Throws: `limitReached` for chunk 2^38 and above; what the body throws.
    func withKeyAndNonce(
        ofChunk index: UInt64,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        guard index < Self.mostChunks else {
            throw CryptoError(.limitReached, "A message has 2^38 chunks at most.")
        }
        try keyAndNonce.withUnsafeBytes { (bytes) throws(CryptoError) in
            let keyCount = algorithm.keyByteCount
            try CountedNonce.withNonce(
                base: UnsafeRawBufferPointer(rebasing: bytes[keyCount...]), index
            ) { (nonce) throws(CryptoError) in
                try body(UnsafeRawBufferPointer(rebasing: bytes[..<keyCount]), nonce)
            }
        }
    }

    /// 4 PiB in chunks of 16 KiB: what one key of a block cipher with 128-bit blocks should see.
    private static let mostChunks: UInt64 = 1 << 38
}
