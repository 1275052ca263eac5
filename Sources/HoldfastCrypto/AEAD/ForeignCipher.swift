#if !canImport(CryptoKit)
/// Ciphers in which other libraries keep items on Android; this package seals nothing with them.
///
/// Sealing is here for tests, which lay items as those libraries do.
///
/// - Note: AES-128-GCM: NIST SP 800-38D. AES-SIV with CMAC: RFC 5297; with a key of 64 bytes it is
///   what Tink calls `AES256_SIV`.
package enum ForeignCipher: Sendable, CaseIterable {
    /// AES-128 in Galois/Counter Mode: key 16 bytes, nonce 12, tag of 16 bytes behind the text.
    case aes128GCM
    /// AES-SIV with two AES-256 keys in 64 bytes: no nonce, 16 bytes in front of the text; 1 or
    /// more bytes of text.
    case aes256SIV
    /// AES-SIV with two AES-128 keys in 32 bytes, which the standard's own examples have.
    case aes128SIV

    /// Opens sealed bytes.
    ///
    /// - Parameters:
    ///   - sealed: ciphertext and tag, in the cipher's order.
    ///   - key: as many bytes as the cipher takes.
    ///   - nonce: 12 bytes for GCM, none for SIV.
    ///   - associatedData: the bytes that were given for sealing.
    /// - Returns: the plaintext.
    /// - Throws: ``CryptoError`` with `authenticationFailed` if anything differs from what was
    ///   sealed; with `invalidLength` before any work; with `libraryFailure`. No plaintext is left
    ///   anywhere then.
    package func open(
        _ sealed: [UInt8], key: SecretBytes, nonce: [UInt8] = [], associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        let count = sealed.count - OneShotCipher.tagByteCount
        try check(textCount: count, key, nonce, associatedData)
        return try SecretBytes(count: count) { (plaintext) throws(CryptoError) in
            let work = try OneShotCipher(name)
            try withInput(key, nonce, associatedData) { (input) throws(CryptoError) in
                try sealed.withRawBytes { (sealed) throws(CryptoError) in
                    let (tag, text) = split(sealed.indices)
                    try work.open(
                        UnsafeRawBufferPointer(rebasing: sealed[text]), input,
                        tag: UnsafeRawBufferPointer(rebasing: sealed[tag]), plaintext: plaintext)
                }
            }
        }
    }

    /// Seals bytes, as another library does.
    ///
    /// - Parameters:
    ///   - plaintext: 1 or more bytes; GCM also takes none.
    ///   - key: as many bytes as the cipher takes.
    ///   - nonce: 12 bytes for GCM, none for SIV.
    ///   - associatedData: authenticated with it.
    /// - Returns: ciphertext and tag, in the cipher's order.
    /// - Throws: ``CryptoError`` with `invalidLength` before any work; with `libraryFailure`.
    package func seal(
        _ plaintext: SecretBytes, key: SecretBytes, nonce: [UInt8] = [], associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try check(textCount: plaintext.count, key, nonce, associatedData)
        let work = try OneShotCipher(name)
        let count = plaintext.count + OneShotCipher.tagByteCount
        let sealed = try SecretBytes(count: count) { (sealed) throws(CryptoError) in
            let (tag, text) = split(sealed.indices)
            try withInput(key, nonce, associatedData) { (input) throws(CryptoError) in
                try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
                    try work.seal(
                        plaintext, input,
                        ciphertext: UnsafeMutableRawBufferPointer(rebasing: sealed[text]),
                        tag: UnsafeMutableRawBufferPointer(rebasing: sealed[tag]))
                }
            }
        }
        return sealed.copyBytes()
    }

    private var isSIV: Bool { self != .aes128GCM }

    private var keyByteCount: Int {
        switch self {
        case .aes128GCM: 16
        case .aes128SIV: 32
        case .aes256SIV: 64
        }
    }

    private var name: String {
        switch self {
        case .aes128GCM: "AES-128-GCM"
        case .aes128SIV: "AES-128-SIV"
        case .aes256SIV: "AES-256-SIV"
        }
    }

    private func split(_ all: Range<Int>) -> (tag: Range<Int>, text: Range<Int>) {
        let border = isSIV ? OneShotCipher.tagByteCount : all.count - OneShotCipher.tagByteCount
        return isSIV
            ? (0..<border, border..<all.count) : (border..<all.count, 0..<border)
    }

    private func check(
        textCount: Int, _ key: SecretBytes, _ nonce: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptoError) {
        // Far above any item; libcrypto counts in 31 bits.
        let bound = 64 << 20
        guard (isSIV ? 1 : 0)...bound ~= textCount, key.count == keyByteCount,
            nonce.count == (isSIV ? 0 : 12), associatedData.count <= bound
        else { throw CryptoError(.invalidLength, "An input has a length that is not allowed.") }
    }

    private func withInput(
        _ key: SecretBytes, _ nonce: [UInt8], _ associatedData: [UInt8],
        _ body: (OneShotCipher.Input) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        try key.withUnsafeBytes { (key) throws(CryptoError) in
            try nonce.withRawBytes { (nonce) throws(CryptoError) in
                try associatedData.withRawBytes { (associatedData) throws(CryptoError) in
                    try body(.init(key: key, nonce: nonce, associatedData: associatedData))
                }
            }
        }
    }
}
#endif
