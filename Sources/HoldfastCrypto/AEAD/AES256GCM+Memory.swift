extension AES256GCM {
    /// Seals raw memory into the caller's memory.
    ///
    /// - Parameters:
    ///   - plaintext: 0 to 67,108,864 bytes.
    ///   - key: 32 bytes.
    ///   - nonce: 12 bytes, never used before with this key.
    ///   - associatedData: 0 to 67,108,864 bytes.
    ///   - output: Exactly 16 bytes more than the plaintext; must not overlap the other memory.
    /// - Throws: ``CryptoError`` with `invalidLength` for any other length, before any work; with
    ///   `libraryFailure` if the library failed; the output is wiped then.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try AEADAlgorithm.aes256GCM.seal(
            plaintext, key: key, nonce: nonce, associatedData: associatedData, into: output)
    }

    /// Opens sealed raw memory into the caller's memory.
    ///
    /// - Parameters:
    ///   - sealed: Ciphertext and tag: 16 to 67,108,880 bytes.
    ///   - key: 32 bytes.
    ///   - nonce: The 12 bytes that were used for sealing.
    ///   - associatedData: The bytes that were given for sealing.
    ///   - output: Exactly 16 bytes less than `sealed`; must not overlap the other memory.
    /// - Throws: ``CryptoError`` with `authenticationFailed` if anything differs from what was
    ///   sealed; with `invalidLength` for any other length, before any work; with `libraryFailure`
    ///   if the library failed. The output is wiped then but for `invalidLength`, which leaves it.
    package static func open(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try AEADAlgorithm.aes256GCM.open(
            sealed, key: key, nonce: nonce, associatedData: associatedData, into: output)
    }
}
