/// Seals long messages under one key, in chunks, with a commitment to the key: C2SP's
/// chunked-encryption with HKDF-Expand-SHA256 and AES-256-GCM.
///
/// A sealed message is a salt (24 bytes), a commitment (32) and the chunks: 16 KiB each, the last
/// always shorter, each with a tag of 16 bytes. Each message gets its own cipher key by the salt, so
/// that one key serves for as many messages as anybody writes. What opens under one key opens under
/// no other.
///
/// - Note: Standard: https://c2sp.org/chunked-encryption, version 1. It allows messages of 4 PiB;
///   here they are in memory, and 64 MiB at most. Vectors:
///   `Tests/HoldfastCryptoTests/Vectors/c2sp/chunked_encryption.json`.
public enum ChunkedEncryption {
    /// Number of bytes of a key.
    public static let keyByteCount = 32
    /// Number of bytes of every chunk but the last.
    public static let chunkByteCount = 16 << 10
    /// Most bytes of a message: 64 MiB.
    public static let maximumByteCount = AEADAlgorithm.maximumByteCount

    /// Seals a message.
    ///
    /// - Parameters:
    ///   - plaintext: 0 to 67,108,864 bytes.
    ///   - key: 32 bytes, uniformly random.
    ///   - context: 0 or more bytes that say what is sealed; the opener must give the same.
    ///   - random: Gives the salt.
    /// - Returns: Salt, commitment and chunks: ``sealedByteCount(of:)`` bytes.
    /// - Throws: ``CryptoError`` with `invalidLength` for a length outside these ranges, with
    ///   `randomnessUnavailable`, or with `libraryFailure` if the library failed.
    public static func seal(
        _ plaintext: SecretBytes, key: SecretBytes, context: [UInt8], random: any SecureRandom
    ) throws(CryptoError) -> [UInt8] {
        try seal(
            plaintext, key: key, context: context, salt: random.bytes(saltByteCount),
            algorithm: .aes256GCM)
    }

    /// Opens what ``seal(_:key:context:random:)`` gave.
    ///
    /// - Parameters:
    ///   - sealed: Salt, commitment and chunks.
    ///   - key: The key that was used for sealing, 32 bytes.
    ///   - context: What was given for sealing.
    /// - Returns: The whole message, once its last chunk proved to be the last.
    /// - Throws: ``CryptoError`` with `authenticationFailed` if anything differs from what was
    ///   sealed: the key or the context, before any chunk is opened, or a chunk, or their order;
    ///   with `invalidLength` for a length that no sealed message has, as when a chunk was cut off;
    ///   with `libraryFailure` if the library failed. No plaintext is left anywhere then.
    public static func open(
        _ sealed: [UInt8], key: SecretBytes, context: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        try open(sealed, key: key, context: context, algorithm: .aes256GCM)
    }

    /// Tells how long a sealed message is.
    ///
    /// - Parameter byteCount: Number of bytes of the message, 0 or more.
    /// - Returns: 56 for salt and commitment, the message's own, and 16 for each chunk.
    public static func sealedByteCount(of byteCount: Int) -> Int {
        prefixByteCount + layout.sealedByteCount(of: byteCount)
    }
}

extension ChunkedEncryption {
    static let saltByteCount = 24
    private static let prefixByteCount = saltByteCount + CommittedKey.commitmentByteCount
    private static let layout = ChunkLayout(chunkByteCount: chunkByteCount, lastIsShorter: true)

    static func seal(
        _ plaintext: SecretBytes, key: SecretBytes, context: [UInt8], salt: [UInt8],
        algorithm: AEADAlgorithm
    ) throws(CryptoError) -> [UInt8] {
        guard plaintext.count <= maximumByteCount else {
            throw CryptoError(.invalidLength, "A message in chunks has 64 MiB at most.")
        }
        let key = try derive(key, salt: salt[...], context, algorithm)
        return try [UInt8](count: sealedByteCount(of: plaintext.count)) {
            (output) throws(CryptoError) in
            output.copyBytes(from: salt)
            UnsafeMutableRawBufferPointer(rebasing: output[saltByteCount...])
                .copyBytes(from: key.commitment)
            let chunks = UnsafeMutableRawBufferPointer(rebasing: output[prefixByteCount...])
            try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
                try cipher(key).seal(plaintext, into: chunks)
            }
        }
    }

    static func open(
        _ sealed: [UInt8], key: SecretBytes, context: [UInt8], algorithm: AEADAlgorithm
    ) throws(CryptoError) -> SecretBytes {
        let count = try layout.byteCount(ofSealed: max(sealed.count - prefixByteCount, 0))
        guard count <= maximumByteCount else {
            throw CryptoError(.invalidLength, "A message in chunks has 64 MiB at most.")
        }
        let key = try derive(key, salt: sealed[..<saltByteCount], context, algorithm)
        try key.check(sealed[saltByteCount..<prefixByteCount])
        return try SecretBytes(count: count) { (output) throws(CryptoError) in
            try sealed[prefixByteCount...].withRawBytes { (chunks) throws(CryptoError) in
                try cipher(key).open(chunks, into: output)
            }
        }
    }

    private static func cipher(_ key: CommittedKey) -> ChunkedCipher {
        ChunkedCipher(key: key, layout: layout) { _, _ in [] }
    }

    private static func derive(
        _ key: SecretBytes, salt: ArraySlice<UInt8>, _ context: [UInt8], _ algorithm: AEADAlgorithm
    ) throws(CryptoError) -> CommittedKey {
        guard key.count == algorithm.keyByteCount else {
            throw CryptoError(
                .invalidLength, "A key for chunks has \(algorithm.keyByteCount) bytes.")
        }
        let label = "c2sp.org/chunked-encryption@v1+\(algorithm.registeredName)\0"
        let info = Array(label.utf8) + salt + context
        return CommittedKey(algorithm) { output in
            key.withUnsafeBytes { key in
                info.withUnsafeBytes { HKDFSHA256.expand(into: output, key, info: $0) }
            }
        }
    }
}

extension AEADAlgorithm {
    /// What IANA's registry of AEAD algorithms calls it.
    fileprivate var registeredName: String {
        switch self {
        case .aes128GCM: "AEAD_AES_128_GCM"
        case .aes256GCM: "AEAD_AES_256_GCM"
        case .chaCha20Poly1305: "AEAD_CHACHA20_POLY1305"
        }
    }
}
