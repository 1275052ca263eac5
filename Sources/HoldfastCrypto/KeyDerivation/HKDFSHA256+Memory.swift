extension HKDFSHA256 {
    /// Extracts and expands in one step, from raw memory into the caller's memory.
    ///
    /// - Parameters:
    ///   - output: 1 to 8,160 bytes, all written; must not overlap the other memory.
    ///   - inputKeyMaterial: 0 or more bytes.
    ///   - salt: 0 or more bytes.
    ///   - info: 0 or more bytes that name the use.
    /// - Throws: ``CryptoError`` with `invalidLength` if the output's count is outside the range;
    ///   nothing was written then.
    package static func derive(
        into output: UnsafeMutableRawBufferPointer, inputKeyMaterial: UnsafeRawBufferPointer,
        salt: UnsafeRawBufferPointer, info: UnsafeRawBufferPointer
    ) throws(CryptoError) {
        try checkOutput(output.count)
        deriveUnchecked(into: output, inputKeyMaterial: inputKeyMaterial, salt: salt, info: info)
    }

    /// Derives a key and nonce of ``AES256GCM`` and lends them to a body.
    ///
    /// They lie on the stack, cost no allocation and are wiped when the body is done. One
    /// derivation of 44 bytes: the key is its first 32, the nonce its last 12.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: 0 or more bytes, of which the entropy counts and not the length.
    ///   - salt: 0 or more bytes; must be fresh for each sealing, as it alone makes the nonce
    ///     differ.
    ///   - info: 0 or more bytes that name the use.
    ///   - body: Receives 32 bytes of key and 12 bytes of nonce, valid only inside.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    package static func withKeyAndNonce<R, E: Error>(
        inputKeyMaterial: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer,
        info: UnsafeRawBufferPointer,
        _ body: (_ key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try lendKeyAndNonce(body) { output in
            deriveUnchecked(
                into: output, inputKeyMaterial: inputKeyMaterial, salt: salt, info: info)
        }
    }

    /// Expands a pseudorandom key into a key and nonce of ``AES256GCM`` and lends them to a body.
    ///
    /// As ``expand(pseudoRandomKey:info:count:)`` with 44 bytes: for a key that is uniformly random
    /// already and so needs no extraction.
    ///
    /// - Parameters:
    ///   - pseudoRandomKey: 32 bytes or more, uniformly random, absorbed.
    ///   - info: 0 or more bytes that name the use; must have a part that is fresh for each
    ///     sealing, as it alone makes the nonce differ.
    ///   - body: Receives 32 bytes of key and 12 bytes of nonce, valid only inside.
    /// - Throws: What the body throws.
    /// - Note: Standard: RFC 5869, section 3.3, on when to skip the extraction.
    package static func withKeyAndNonce(
        pseudoRandomKey: HMACSHA256Key, info: UnsafeRawBufferPointer,
        _ body: (_ key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer)
            throws(CryptoError) -> Void
    ) throws(CryptoError) {
        // Not generic as the others: it is called for each seal of the vault.
        try lendKeyAndNonce(body) { output in
            expand(into: output, pseudoRandomKey.state, info: info)
        }
    }

    /// Derives a key and nonce of ``AES256GCM`` from a secret and lends them to a body.
    ///
    /// The same as with raw memory.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: 0 or more bytes, of which the entropy counts and not the length.
    ///   - salt: 0 or more bytes; must be fresh for each sealing.
    ///   - info: 0 or more bytes that name the use.
    ///   - body: Receives 32 bytes of key and 12 bytes of nonce, valid only inside.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    package static func withKeyAndNonce<R, E: Error>(
        inputKeyMaterial: SecretBytes, salt: [UInt8], info: [UInt8],
        _ body: (_ key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try inputKeyMaterial.withUnsafeBytes { (secret) throws(E) -> R in
            try salt.withRawBytes { (salt) throws(E) -> R in
                try info.withRawBytes { (info) throws(E) -> R in
                    try withKeyAndNonce(
                        inputKeyMaterial: secret, salt: salt, info: info, body)
                }
            }
        }
    }
}

extension HKDFSHA256 {
    private static func lendKeyAndNonce<R, E: Error>(
        _ body: (_ key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer) throws(E) -> R,
        derivedBy derive: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(E) -> R {
        // 48 bytes, of which 44 are used.
        var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
        return try withUnsafeMutableBytes(of: &words) { (memory) throws(E) -> R in
            defer { memory.wipe() }
            let keyCount = AES256GCM.keyByteCount
            let output = memory[..<(keyCount + AES256GCM.nonceByteCount)]
            derive(UnsafeMutableRawBufferPointer(rebasing: output))
            return try body(
                UnsafeRawBufferPointer(rebasing: output[..<keyCount]),
                UnsafeRawBufferPointer(rebasing: output[keyCount...]))
        }
    }

    static func deriveUnchecked(
        into output: UnsafeMutableRawBufferPointer, inputKeyMaterial: UnsafeRawBufferPointer,
        salt: UnsafeRawBufferPointer, info: UnsafeRawBufferPointer
    ) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { key in
            defer { key.wipe() }
            extract(into: key, salt: salt, inputKeyMaterial)
            expand(into: output, UnsafeRawBufferPointer(key), info: info)
        }
    }

    /// RFC 5869, section 2.2.
    static func extract(
        into output: UnsafeMutableRawBufferPointer, salt: UnsafeRawBufferPointer,
        _ inputKeyMaterial: UnsafeRawBufferPointer
    ) {
        // No salt and 32 zeros are the same key of HMAC, which pads with zeros.
        HMACSHA256State.authenticateOnce(key: salt, into: output) { $0.absorb(inputKeyMaterial) }
    }

    /// RFC 5869, section 2.3; the caller has checked the count.
    static func expand(
        into output: UnsafeMutableRawBufferPointer, _ pseudoRandomKey: UnsafeRawBufferPointer,
        info: UnsafeRawBufferPointer
    ) {
        expand(into: output, HMACSHA256State(key: pseudoRandomKey), info: info)
    }

    /// The same with a key that has been absorbed already.
    static func expand(
        into output: UnsafeMutableRawBufferPointer, _ key: borrowing HMACSHA256State,
        info: UnsafeRawBufferPointer
    ) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { block in
            defer { block.wipe() }
            var written = 0
            var number: UInt8 = 0
            while written < output.count {
                number += 1
                key.authenticate(into: block) { message in
                    if number > 1 { message.absorb(UnsafeRawBufferPointer(block)) }
                    message.absorb(info)
                    message.absorb(byte: number)
                }
                let wanted = min(block.count, output.count - written)
                UnsafeMutableRawBufferPointer(rebasing: output[written...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<wanted]))
                written += wanted
            }
        }
    }
}
