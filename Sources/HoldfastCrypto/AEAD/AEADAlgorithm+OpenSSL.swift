#if !canImport(CryptoKit)
import COpenSSL

extension AEADAlgorithm {
    func sealUnchecked(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try CipherWork(fetched, named: name).seal(
            plaintext, key: key, nonce: nonce, associatedData: associatedData,
            into: UnsafeMutableRawBufferPointer(rebasing: output[..<plaintext.count]),
            tag: UnsafeMutableRawBufferPointer(rebasing: output[plaintext.count...]))
    }

    func openUnchecked(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try CipherWork(fetched, named: name).open(
            UnsafeRawBufferPointer(rebasing: sealed[..<output.count]), key: key, nonce: nonce,
            associatedData: associatedData,
            tag: UnsafeRawBufferPointer(rebasing: sealed[output.count...]), into: output)
    }
}

extension AEADAlgorithm {
    fileprivate var fetched: FetchedAlgorithms.Fetched? {
        switch self {
        case .aes128GCM: FetchedAlgorithms.aes128GCM
        case .aes256GCM: FetchedAlgorithms.aes256GCM
        case .chaCha20Poly1305: FetchedAlgorithms.chaCha20Poly1305
        }
    }
}
#endif
