extension P256PrivateKey {
    /// Number of bytes of a shared secret.
    public static let sharedSecretByteCount = 32

    /// Agrees on a secret with the holder of another key (ECDH).
    ///
    /// Both sides get the same bytes. They are not evenly distributed and must not be used as a
    /// key: derive one with ``HKDFSHA256``, and bind both public keys and the purpose into it.
    ///
    /// - Parameter peer: The other side's public key, which is on the curve because it exists.
    /// - Returns: The first coordinate of the common point, 32 bytes in network order, with its
    ///   leading zeros.
    /// - Throws: ``CryptoError`` with `libraryFailure` if the library failed.
    /// - Note: Standard: SEC 1, section 3.3.1; SP 800-56A, section 5.7.1.2. Vectors:
    ///   `Tests/HoldfastCryptoTests/Vectors/wycheproof/ecdh_secp256r1_ecpoint_test.json`.
    public func sharedSecret(with peer: P256PublicKey) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: Self.sharedSecretByteCount) { (output) throws(CryptoError) in
            try P256Curve.agree(scalar, with: peer.bytes, into: output)
        }
    }
}
