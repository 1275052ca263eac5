extension P256PrivateKey {
    /// Derives a key from a secret; the same secret always gives the same key.
    ///
    /// - Parameter inputKeyMaterial: 32 bytes or more of full entropy, used for nothing else.
    /// - Throws: ``CryptoError`` with `invalidLength` for a shorter secret, with
    ///   `invalidParameter` if the secret gives no key, which happens once in 2^8192; with
    ///   `libraryFailure` if the library failed.
    /// - Note: Standard: RFC 9180, section 7.1.3, DeriveKeyPair of DHKEM(P-256, HKDF-SHA256).
    ///   Vectors: `Tests/HoldfastCryptoTests/Vectors/hpke`.
    public init(derivedFrom inputKeyMaterial: SecretBytes) throws(CryptoError) {
        guard inputKeyMaterial.count >= Self.scalarByteCount else {
            throw CryptoError(.invalidLength, "A key of P-256 is derived from 32 bytes or more.")
        }
        let pseudoRandomKey = SecretBytes(count: SHA256.byteCount) { output in
            DHKEM.labels.extract(into: output, salt: DHKEM.noSalt, label: "dkp_prk") {
                $0.absorb(inputKeyMaterial)
            }
        }
        let state = pseudoRandomKey.withUnsafeBytes { HMACSHA256State(key: $0) }
        for counter in UInt8.min...UInt8.max {
            let candidate = try SecretBytes(count: Self.scalarByteCount) {
                (output) throws(CryptoError) in
                try DHKEM.labels.expand(into: output, state, label: "candidate", info: [counter])
            }
            if candidate.withUnsafeBytes({ P256Order.contains($0) }) {
                try self.init(scalar: candidate)
                return
            }
        }
        throw CryptoError(.invalidParameter, "The secret gives no key of P-256.")
    }
}
