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
        try checkPlaintext(plaintext.count)
        try check(key: key, nonce: nonce, associatedData: associatedData)
        guard output.count == plaintext.count + tagByteCount else {
            throw CryptoError(.invalidLength, "Sealed bytes are 16 longer than the plaintext.")
        }
        do {
            try sealUnchecked(
                plaintext, key: key, nonce: nonce, associatedData: associatedData, into: output)
        } catch {
            output.wipe()
            throw error
        }
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
        try checkSealed(sealed.count)
        try check(key: key, nonce: nonce, associatedData: associatedData)
        guard output.count == sealed.count - tagByteCount else {
            throw CryptoError(.invalidLength, "A plaintext is 16 bytes shorter than its sealing.")
        }
        do {
            try openUnchecked(
                sealed, key: key, nonce: nonce, associatedData: associatedData, into: output)
        } catch {
            // The library decrypts before it knows the tag to be right.
            output.wipe()
            throw error
        }
    }
}

extension AES256GCM {
    static func checkPlaintext(_ count: Int) throws(CryptoError) {
        guard count <= maximumByteCount else {
            throw CryptoError(.invalidLength, "AES-256-GCM seals 64 MiB at most.")
        }
    }

    static func checkSealed(_ count: Int) throws(CryptoError) {
        guard (tagByteCount...(maximumByteCount + tagByteCount)).contains(count) else {
            throw CryptoError(.invalidLength, "Sealed bytes are 16 bytes to 64 MiB and 16 bytes.")
        }
    }

    private static func check(
        key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        associatedData: UnsafeRawBufferPointer
    ) throws(CryptoError) {
        guard key.count == keyByteCount else {
            throw CryptoError(.invalidLength, "A key of AES-256-GCM has 32 bytes.")
        }
        guard nonce.count == nonceByteCount else {
            throw CryptoError(.invalidLength, "A nonce of AES-256-GCM has 12 bytes.")
        }
        guard associatedData.count <= maximumByteCount else {
            throw CryptoError(.invalidLength, "Associated data has 64 MiB at most.")
        }
    }
}
