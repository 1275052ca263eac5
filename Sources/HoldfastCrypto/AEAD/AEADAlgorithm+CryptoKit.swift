#if canImport(CryptoKit)
import CryptoKit

extension AEADAlgorithm {
    func sealUnchecked(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let key = SymmetricKey(data: key)
        do {
            switch self {
            case .aes128GCM, .aes256GCM:
                let box = try AES.GCM.seal(
                    plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce),
                    authenticating: associatedData)
                output.copyBytes(from: box.ciphertext)
                tag(of: output).copyBytes(from: box.tag)
            case .chaCha20Poly1305:
                let box = try ChaChaPoly.seal(
                    plaintext, using: key, nonce: ChaChaPoly.Nonce(data: nonce),
                    authenticating: associatedData)
                output.copyBytes(from: box.ciphertext)
                tag(of: output).copyBytes(from: box.tag)
            }
        } catch {
            throw CryptoError(.libraryFailure, "CryptoKit failed at \(name).")
        }
    }

    func openUnchecked(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let key = SymmetricKey(data: key)
        let ciphertext = UnsafeRawBufferPointer(rebasing: sealed[..<output.count])
        let tag = UnsafeRawBufferPointer(rebasing: sealed[output.count...])
        do {
            switch self {
            case .aes128GCM, .aes256GCM:
                let box = try AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
                var plaintext = try AES.GCM.open(box, using: key, authenticating: associatedData)
                output.copyBytes(from: plaintext)
                Self.overwrite(&plaintext)
            case .chaCha20Poly1305:
                let box = try ChaChaPoly.SealedBox(
                    nonce: ChaChaPoly.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
                var plaintext = try ChaChaPoly.open(
                    box, using: key, authenticating: associatedData)
                output.copyBytes(from: plaintext)
                Self.overwrite(&plaintext)
            }
        } catch CryptoKitError.authenticationFailure {
            throw CryptoError(.authenticationFailed, "The sealed bytes are not authentic.")
        } catch {
            throw CryptoError(.libraryFailure, "CryptoKit failed at \(name).")
        }
    }

    private func tag(of sealed: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: sealed[(sealed.count - Self.tagByteCount)...])
    }

    /// Overwrites what CryptoKit gave, which lies in ordinary memory and has no other owner.
    private static func overwrite(_ plaintext: inout some MutableCollection<UInt8>) {
        let isDone: Void? = plaintext.withContiguousMutableStorageIfAvailable {
            UnsafeMutableRawBufferPointer($0).wipe()
        }
        guard isDone == nil else { return }
        for index in plaintext.indices { plaintext[index] = 0 }
    }
}
#endif
