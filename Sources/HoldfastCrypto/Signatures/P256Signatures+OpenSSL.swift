#if !canImport(CryptoKit)
import COpenSSL

extension P256PrivateKey {
    /// Signs a message in raw memory.
    func signature(
        for message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> P256Signature {
        let digest = SHA256.hash { $0.absorb(message) }
        return try LibraryKeyWork.withOwnErrors { () throws(CryptoError) in
            let work = try LibraryKeyWork(LibraryKey(self))
            try LibraryKeyWork.require(EVP_PKEY_sign_init(work.context))
            var count = mostDERBytes
            var der = [UInt8](repeating: 0, count: count)
            try LibraryKeyWork.require(
                EVP_PKEY_sign(work.context, &der, &count, digest, digest.count))
            return try P256Signature(der: [UInt8](der.prefix(count)))
        }
    }
}

extension P256PublicKey {
    /// Tells whether a signature is one of a message in raw memory.
    func isValid(
        _ signature: P256Signature, for message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> Bool {
        let digest = SHA256.hash { $0.absorb(message) }
        return try LibraryKeyWork.withOwnErrors { () throws(CryptoError) in
            let work = try LibraryKeyWork(LibraryKey(self))
            try LibraryKeyWork.require(EVP_PKEY_verify_init(work.context))
            let der = signature.der
            let answer = EVP_PKEY_verify(work.context, der, der.count, digest, digest.count)
            if answer >= 0 { return answer == 1 }
            // Negative is a failure of the library, and also its answer to a forgery whose point
            // lies at infinity, which has no coordinate to compare: FIPS 186-5 calls that invalid.
            let failure = LibraryKeyWork.failure()
            guard
                try P256Curve.isAtInfinity(
                    digest, timesGeneratorPlus: [UInt8](signature.r), times: bytes)
            else { throw failure }
            return false
        }
    }
}

/// Two INTEGERs of 33 bytes, each with its tag and length, in a SEQUENCE with its own.
private let mostDERBytes = 72
#endif
