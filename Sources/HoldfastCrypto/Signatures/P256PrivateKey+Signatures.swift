extension P256PrivateKey {
    /// Signs a message by ECDSA with SHA-256.
    ///
    /// Two signatures of one message differ: the library draws a number for each, which it mixes
    /// with key and message, so that a bad draw does not give the key away. This is the one place
    /// where randomness is the library's own and no parameter (P12 does not hold for these bytes).
    ///
    /// - Parameter message: 0 or more bytes.
    /// - Returns: The signature; of the two numbers s that verify, it has the lower.
    /// - Throws: ``CryptoError`` with `libraryFailure` if the library failed.
    public func signature(for message: [UInt8]) throws(CryptoError) -> P256Signature {
        try message.withRawBytes { (message) throws(CryptoError) in
            try signature(for: message).withLowS
        }
    }

    /// Signs as secure hardware does, which gives either form; for simulations of it.
    ///
    /// - Parameter message: 0 or more bytes.
    /// - Returns: The signature; its s may be either of the two that verify.
    /// - Throws: ``CryptoError`` with `libraryFailure` if the library failed.
    package func signatureWithEitherS(
        for message: [UInt8]
    ) throws(CryptoError) -> P256Signature {
        try message.withRawBytes { (message) throws(CryptoError) in try signature(for: message) }
    }
}

extension P256PublicKey {
    /// Tells whether a signature by ECDSA with SHA-256 is one of this key's holder, of a message.
    ///
    /// - Parameters:
    ///   - signature: Either of the two forms that verify.
    ///   - message: 0 or more bytes.
    /// - Returns: `true` if whoever made the signature had the private key and this message.
    /// - Throws: ``CryptoError`` with `libraryFailure` if the library failed; the signature is
    ///   neither good nor bad then.
    public func isValid(
        _ signature: P256Signature, for message: [UInt8]
    ) throws(CryptoError) -> Bool {
        try message.withRawBytes { (message) throws(CryptoError) in
            try isValid(signature, for: message)
        }
    }
}
