/// The ciphers of this module that encrypt and authenticate at once; each is one row of constants.
///
/// All of them have nonces of 96 bits and tags of 128, and a nonce must never be used twice with
/// one key.
///
/// - Note: Standard: RFC 5116, sections 5.1 and 5.2; RFC 8439, section 2.8.
enum AEADAlgorithm: Sendable, CaseIterable {
    /// For HPKE's suite with it alone: whatever Holdfast itself seals has keys of 256 bits.
    case aes128GCM
    case aes256GCM
    case chaCha20Poly1305

    static let nonceByteCount = 12
    static let tagByteCount = 16
    /// Most bytes of plaintext, and of associated data.
    static let maximumByteCount = 64 << 20

    var keyByteCount: Int { self == .aes128GCM ? 16 : 32 }

    /// What messages call it.
    var name: String {
        switch self {
        case .aes128GCM: "AES-128-GCM"
        case .aes256GCM: "AES-256-GCM"
        case .chaCha20Poly1305: "ChaCha20-Poly1305"
        }
    }
}

extension AEADAlgorithm {
    func checkPlaintext(_ count: Int) throws(CryptoError) {
        guard count <= Self.maximumByteCount else {
            throw CryptoError(.invalidLength, "\(name) seals 64 MiB at most.")
        }
    }

    func checkSealed(_ count: Int) throws(CryptoError) {
        guard (Self.tagByteCount...(Self.maximumByteCount + Self.tagByteCount)).contains(count)
        else {
            throw CryptoError(.invalidLength, "Sealed bytes are 16 bytes to 64 MiB and 16 bytes.")
        }
    }

    func check(
        key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        associatedData: UnsafeRawBufferPointer
    ) throws(CryptoError) {
        guard key.count == keyByteCount else {
            throw CryptoError(.invalidLength, "A key of \(name) has \(keyByteCount) bytes.")
        }
        guard nonce.count == Self.nonceByteCount else {
            throw CryptoError(.invalidLength, "A nonce of \(name) has 12 bytes.")
        }
        guard associatedData.count <= Self.maximumByteCount else {
            throw CryptoError(.invalidLength, "Associated data has 64 MiB at most.")
        }
    }
}
