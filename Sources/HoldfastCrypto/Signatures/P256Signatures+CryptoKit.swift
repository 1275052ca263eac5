#if canImport(CryptoKit)
import CryptoKit

extension P256PrivateKey {
    /// Signs a message in raw memory.
    func signature(
        for message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> P256Signature {
        let bytes: [UInt8]
        do {
            let key = try scalar.withUnsafeBytes {
                try P256.Signing.PrivateKey(rawRepresentation: $0)
            }
            bytes = [UInt8](try key.signature(for: message).rawRepresentation)
        } catch {
            throw CryptoError(.libraryFailure, "CryptoKit failed to sign with P-256.")
        }
        return try P256Signature(bytes)
    }
}

extension P256PublicKey {
    /// Tells whether a signature is one of a message in raw memory.
    func isValid(
        _ signature: P256Signature, for message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> Bool {
        do {
            let key = try P256.Signing.PublicKey(x963Representation: bytes)
            return key.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: signature.bytes), for: message)
        } catch {
            throw CryptoError(.libraryFailure, "CryptoKit failed to verify with P-256.")
        }
    }
}
#endif
