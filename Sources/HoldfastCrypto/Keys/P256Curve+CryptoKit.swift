#if canImport(CryptoKit)
import CryptoKit

/// The points of P-256.
enum P256Curve {
    /// Computes the public point of a scalar that is 1 to n - 1, 65 bytes.
    static func point(of scalar: SecretBytes) throws(CryptoError) -> [UInt8] {
        do {
            let key = try scalar.withUnsafeBytes {
                try P256.KeyAgreement.PrivateKey(rawRepresentation: $0)
            }
            return [UInt8](key.publicKey.x963Representation)
        } catch {
            throw CryptoError(.libraryFailure, "CryptoKit failed at a key of P-256.")
        }
    }

    /// Checks a point of 65 or 33 bytes and gives its uncompressed form, 65 bytes.
    static func uncompressed(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        do {
            let key =
                bytes.count == P256PublicKey.byteCount
                ? try P256.KeyAgreement.PublicKey(x963Representation: bytes)
                : try P256.KeyAgreement.PublicKey(compressedRepresentation: bytes)
            return [UInt8](key.x963Representation)
        } catch {
            throw CryptoError(.invalidParameter, "The point is not on the curve P-256.")
        }
    }

    /// Multiplies a peer's point by a secret scalar and writes the first coordinate, 32 bytes.
    static func agree(
        _ scalar: SecretBytes, with peer: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        do {
            let key = try scalar.withUnsafeBytes {
                try P256.KeyAgreement.PrivateKey(rawRepresentation: $0)
            }
            let peer = try P256.KeyAgreement.PublicKey(x963Representation: peer)
            try key.sharedSecretFromKeyAgreement(with: peer).withUnsafeBytes { secret in
                guard secret.count == output.count else {
                    throw CryptoError(.libraryFailure, "CryptoKit agreed on another length.")
                }
                output.copyMemory(from: secret)
            }
        } catch let error as CryptoError {
            throw error
        } catch {
            throw CryptoError(.libraryFailure, "CryptoKit failed to agree with P-256.")
        }
    }
}
#endif
