#if canImport(CryptoKit)
import HoldfastAndroid
import HoldfastCrypto

extension ForeignRSAPair {
    /// CryptoKit has no RSA, so that no pair can be made here and this is never called.
    ///
    /// - Throws: ``CryptoError`` with `libraryFailure`.
    func unwrap(_ wrapped: [UInt8], _ padding: RSAPadding) throws(CryptoError) -> SecretBytes {
        throw CryptoError(.libraryFailure, "CryptoKit has no RSA.")
    }
}
#endif
