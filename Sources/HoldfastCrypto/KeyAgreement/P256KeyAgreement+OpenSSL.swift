#if !canImport(CryptoKit)
import COpenSSL

extension P256PrivateKey {
    func agree(
        with peer: P256PublicKey, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try LibraryKeyWork.withOwnErrors { () throws(CryptoError) in
            let work = try LibraryKeyWork(LibraryKey(self))
            let peer = try LibraryKey(peer)
            try LibraryKeyWork.require(EVP_PKEY_derive_init(work.context))
            // Without libcrypto's own validation, which costs as much as the agreement: a
            // `P256PublicKey` is valid, and taking it in has checked the point once more.
            try LibraryKeyWork.require(
                EVP_PKEY_derive_set_peer_ex(work.context, peer.pointer, 0))
            var count = output.count
            try LibraryKeyWork.require(
                EVP_PKEY_derive(
                    work.context, output.baseAddress?.assumingMemoryBound(to: UInt8.self), &count))
            guard count == output.count else { throw LibraryKeyWork.failure() }
        }
    }
}
#endif
