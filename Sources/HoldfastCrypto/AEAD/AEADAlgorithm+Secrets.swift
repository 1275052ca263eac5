extension AEADAlgorithm {
    /// Seals a secret; gives the ciphertext and its tag.
    func seal(
        _ plaintext: SecretBytes, key: SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try checkPlaintext(plaintext.count)
        return try [UInt8](count: plaintext.count + Self.tagByteCount) {
            (output) throws(CryptoError) in
            try withMemory(of: key, nonce, associatedData) {
                (key, nonce, associatedData) throws(CryptoError) in
                try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
                    try seal(
                        plaintext, key: key, nonce: nonce, associatedData: associatedData,
                        into: output)
                }
            }
        }
    }

    /// Opens a ciphertext with its tag; gives the secret.
    func open(
        _ sealed: [UInt8], key: SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        try checkSealed(sealed.count)
        return try SecretBytes(count: sealed.count - Self.tagByteCount) {
            (output) throws(CryptoError) in
            try withMemory(of: key, nonce, associatedData) {
                (key, nonce, associatedData) throws(CryptoError) in
                try sealed.withRawBytes { (sealed) throws(CryptoError) in
                    try open(
                        sealed, key: key, nonce: nonce, associatedData: associatedData,
                        into: output)
                }
            }
        }
    }

    private func withMemory(
        of key: SecretBytes, _ nonce: [UInt8], _ associatedData: [UInt8],
        _ body: (
            UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer
        ) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        try key.withUnsafeBytes { (key) throws(CryptoError) in
            try nonce.withRawBytes { (nonce) throws(CryptoError) in
                try associatedData.withRawBytes { (associatedData) throws(CryptoError) in
                    try body(key, nonce, associatedData)
                }
            }
        }
    }
}
