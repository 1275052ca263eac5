#if canImport(CryptoKit)
import CryptoKit

extension AES256GCM {
    static func sealUnchecked(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        do {
            let box = try AES.GCM.seal(
                plaintext, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce),
                authenticating: associatedData)
            output.copyBytes(from: box.ciphertext)
            UnsafeMutableRawBufferPointer(rebasing: output[plaintext.count...])
                .copyBytes(from: box.tag)
        } catch {
            throw CryptoError(.libraryFailure, "CryptoKit failed at AES-256-GCM.")
        }
    }

    static func openUnchecked(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let ciphertext = UnsafeRawBufferPointer(rebasing: sealed[..<output.count])
        let tag = UnsafeRawBufferPointer(rebasing: sealed[output.count...])
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
            var plaintext = try AES.GCM.open(
                box, using: SymmetricKey(data: key), authenticating: associatedData)
            output.copyBytes(from: plaintext)
            overwrite(&plaintext)
        } catch CryptoKitError.authenticationFailure {
            throw CryptoError(.authenticationFailed, "The sealed bytes are not authentic.")
        } catch {
            throw CryptoError(.libraryFailure, "CryptoKit failed at AES-256-GCM.")
        }
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
