#if canImport(CryptoKit)
import CryptoKit

extension P256PrivateKey {
    func agree(
        with peer: P256PublicKey, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        do {
            let key = try scalar.withUnsafeBytes {
                try P256.KeyAgreement.PrivateKey(rawRepresentation: $0)
            }
            let peer = try P256.KeyAgreement.PublicKey(x963Representation: peer.bytes)
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
