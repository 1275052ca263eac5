extension AEADAlgorithm {
    /// Seals raw memory into the caller's memory, 16 bytes more than the plaintext.
    ///
    /// The output must not overlap the other memory. Lengths are checked before any work; if the
    /// library fails the output is wiped.
    func seal(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try checkPlaintext(plaintext.count)
        try check(key: key, nonce: nonce, associatedData: associatedData)
        guard output.count == plaintext.count + Self.tagByteCount else {
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

    /// Opens sealed raw memory into the caller's memory, 16 bytes less than the sealed bytes.
    ///
    /// The output must not overlap the other memory. Lengths are checked before any work; after
    /// any other failure the output is wiped.
    func open(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try checkSealed(sealed.count)
        try check(key: key, nonce: nonce, associatedData: associatedData)
        guard output.count == sealed.count - Self.tagByteCount else {
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
