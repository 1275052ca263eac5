#if !canImport(CryptoKit)
import COpenSSL
public import HoldfastAndroid
public import HoldfastCrypto

extension ForeignRSAPair {
    /// Makes a pair, which takes a while; its chance comes from no seed.
    ///
    /// - Throws: ``CryptoError`` with `libraryFailure`.
    public init() throws(CryptoError) {
        var key: OpaquePointer?
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
            throw Self.failure
        }
        defer {
            EVP_PKEY_CTX_free(context)
            EVP_PKEY_free(key)
        }
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
            EVP_PKEY_generate(context, &key) == 1
        else { throw Self.failure }
        let count = i2d_PrivateKey(key, nil)
        guard count > 0 else { throw Self.failure }
        encoding = try SecretBytes(count: Int(count)) { (buffer) throws(CryptoError) in
            var place = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard i2d_PrivateKey(key, &place) == count else { throw Self.failure }
        }
    }

    /// Wraps a key with the public half, as another library does.
    ///
    /// - Parameters:
    ///   - secret: 1 to 190 bytes.
    ///   - padding: which construction.
    /// - Returns: 256 bytes.
    /// - Throws: ``CryptoError`` with `libraryFailure`.
    public func wrap(
        _ secret: SecretBytes, _ padding: RSAPadding
    ) throws(CryptoError) -> [UInt8] {
        try run(secret, padding, EVP_PKEY_encrypt_init, EVP_PKEY_encrypt).copyBytes()
    }

    /// Unwraps a key with the private half.
    ///
    /// - Throws: ``CryptoError`` with `authenticationFailed` if it was not wrapped for this pair in
    ///   that way; PKCS #1 1.5 gives other bytes instead, by OpenSSL's defence against oracles.
    func unwrap(_ wrapped: [UInt8], _ padding: RSAPadding) throws(CryptoError) -> SecretBytes {
        do throws(CryptoError) {
            return try run(
                SecretBytes(wrapped), padding, EVP_PKEY_decrypt_init, EVP_PKEY_decrypt)
        } catch {
            throw CryptoError(.authenticationFailed, "The wrapped key is not authentic.")
        }
    }

    private typealias Start = (OpaquePointer?) -> Int32
    private typealias Work = (
        OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?,
        UnsafePointer<UInt8>?, Int
    ) -> Int32

    private func run(
        _ input: SecretBytes, _ padding: RSAPadding, _ start: Start, _ work: Work
    ) throws(CryptoError) -> SecretBytes {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let key = encoding.withUnsafeBytes { bytes in
            var place = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return d2i_AutoPrivateKey(nil, &place, bytes.count)
        }
        let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
        defer {
            EVP_PKEY_CTX_free(context)
            EVP_PKEY_free(key)
        }
        guard start(context) == 1, Self.setPadding(context, padding) else { throw Self.failure }
        var count = 256
        let output = try SecretBytes(count: count) { (output) throws(CryptoError) in
            let result = input.withUnsafeBytes { input in
                work(
                    context, output.baseAddress?.assumingMemoryBound(to: UInt8.self), &count,
                    input.baseAddress?.assumingMemoryBound(to: UInt8.self), input.count)
            }
            guard result == 1 else { throw Self.failure }
        }
        return output.withUnsafeBytes { SecretBytes($0.prefix(count)) }
    }

    private static func setPadding(_ context: OpaquePointer?, _ padding: RSAPadding) -> Bool {
        switch padding {
        case .pkcs1: EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        case .oaepSHA256:
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1
                && EVP_PKEY_CTX_set_rsa_oaep_md(context, EVP_sha256()) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md(context, EVP_sha1()) == 1
        }
    }

    private static let failure = CryptoError(.libraryFailure, "libcrypto failed at RSA.")
}
#endif
