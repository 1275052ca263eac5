import HoldfastCrypto

extension P256PrivateKey {
    /// Signs a message by ECDSA with SHA-256, with the same bytes each time; its s may be either of
    /// the two that verify, as hardware gives it.
    ///
    /// For simulated hardware and people in stories, whose keys come from a seed: there is nothing
    /// to hide, and two plays that came to the same must be equal byte for byte (P12). What signs
    /// for people draws its numbers in the library.
    ///
    /// - Parameter message: 0 or more bytes.
    /// - Returns: The signature.
    /// - Throws: ``CryptoError`` with `libraryFailure` if the library failed.
    /// - Note: Standard: RFC 6979, section 3.2, with SHA-256; vectors: its appendix A.2.5.
    func repeatableSignature(for message: [UInt8]) throws(CryptoError) -> P256Signature {
        let digest = OrderNumber(SHA256.hash(message))
        let secret = scalar.copyBytes()
        // What the standard derives its numbers with is HMAC_DRBG.
        var numbers = HMACDRBG(entropy: secret, nonce: digest.bytes, personalization: [])
        while true {
            let number = SecretBytes(count: OrderNumber.byteCount) { numbers.fill($0) }
            guard let point = try Self.point(number) else { continue }
            let r = OrderNumber(point.bytes[1...OrderNumber.byteCount])
            let inverse = OrderNumber(number.copyBytes()).inverse
            let s = inverse * (digest + r * OrderNumber(secret))
            if !r.isZero && !s.isZero { return try P256Signature(r.bytes + s.bytes) }
        }
    }

    /// The point of a number; `nil` for one of the few that are no scalar of the curve.
    private static func point(_ number: SecretBytes) throws(CryptoError) -> P256PublicKey? {
        do throws(CryptoError) {
            return try P256PrivateKey(scalar: number).publicKey
        } catch {
            guard error.reason == .invalidParameter else { throw error }
            return nil
        }
    }
}
