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
        guard let siv else {
            return try AEADAlgorithm.aes128GCM.open(
                sealed, key: key, nonce: nonce, associatedData: associatedData)
        }
        let count = sealed.count - AEADAlgorithm.tagByteCount
        try siv.check(textCount: count, key, nonce, associatedData)
        return try SecretBytes(count: count) { (plaintext) throws(CryptoError) in
            try siv.open(sealed, key, associatedData, into: plaintext)
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
        guard let siv else {
            return try AEADAlgorithm.aes128GCM.seal(
                plaintext, key: key, nonce: nonce, associatedData: associatedData)
        }
        try siv.check(textCount: plaintext.count, key, nonce, associatedData)
        let count = plaintext.count + AEADAlgorithm.tagByteCount
        return try [UInt8](count: count) { (sealed) throws(CryptoError) in
            try siv.seal(plaintext, key, associatedData, into: sealed)
        }
    }

    private var siv: SIVAlgorithm? {
        switch self {
        case .aes128GCM: nil
        case .aes128SIV: .aes128
        case .aes256SIV: .aes256
        }
    }
}

/// AES-SIV: its tag is made of the text itself and stands in front of it.
private enum SIVAlgorithm {
    case aes128
    case aes256

    func check(
        textCount: Int, _ key: SecretBytes, _ nonce: [UInt8], _ associatedData: [UInt8]
    ) throws(CryptoError) {
        let bound = AEADAlgorithm.maximumByteCount
        guard 1...bound ~= textCount, key.count == (self == .aes128 ? 32 : 64), nonce.isEmpty,
            associatedData.count <= bound
        else { throw CryptoError(.invalidLength, "An input has a length that is not allowed.") }
    }

    func open(
        _ sealed: [UInt8], _ key: SecretBytes, _ associatedData: [UInt8],
        into plaintext: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let border = AEADAlgorithm.tagByteCount
        try sealed.withRawBytes { (sealed) throws(CryptoError) in
            try key.withUnsafeBytes { (key) throws(CryptoError) in
                try associatedData.withRawBytes { (associatedData) throws(CryptoError) in
                    try CipherWork(fetched, named: name).open(
                        UnsafeRawBufferPointer(rebasing: sealed[border...]), key: key,
                        nonce: Self.noNonce, associatedData: associatedData,
                        tag: UnsafeRawBufferPointer(rebasing: sealed[..<border]),
                        checksWithText: true, into: plaintext)
                }
            }
        }
    }

    func seal(
        _ plaintext: SecretBytes, _ key: SecretBytes, _ associatedData: [UInt8],
        into sealed: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let border = AEADAlgorithm.tagByteCount
        try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
            try key.withUnsafeBytes { (key) throws(CryptoError) in
                try associatedData.withRawBytes { (associatedData) throws(CryptoError) in
                    try CipherWork(fetched, named: name).seal(
                        plaintext, key: key, nonce: Self.noNonce, associatedData: associatedData,
                        into: UnsafeMutableRawBufferPointer(rebasing: sealed[border...]),
                        tag: UnsafeMutableRawBufferPointer(rebasing: sealed[..<border]))
                }
            }
        }
    }

    private var fetched: FetchedAlgorithms.Fetched? {
        self == .aes128 ? FetchedAlgorithms.aes128SIV : FetchedAlgorithms.aes256SIV
    }

    private var name: String { self == .aes128 ? "AES-128-SIV" : "AES-256-SIV" }

    private static var noNonce: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: nil, count: 0)
    }
}
#endif
