#if !canImport(CryptoKit)
import COpenSSL

/// A key of P-256 in libcrypto's form; its secret part is wiped when it goes.
///
/// It is made for each operation, so that no secret lies in ordinary memory between two of them:
/// some twenty microseconds for a pair, four for a public key.
struct LibraryKey: ~Copyable {
    let pointer: OpaquePointer

    /// Gives libcrypto both halves of a key.
    init(_ key: P256PrivateKey) throws(CryptoError) {
        let scalar = try LibraryNumber(key.scalar).nativeBytes(P256PrivateKey.scalarByteCount)
        let pointer = scalar.withUnsafeBytes { scalar in
            Self.make(
                point: key.publicKey.bytes,
                scalar: scalar.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        guard let pointer else { throw LibraryKeyWork.failure() }
        self.pointer = pointer
    }

    /// Gives libcrypto the public half of a key.
    init(_ key: P256PublicKey) throws(CryptoError) {
        // A copy of the curve's parameters, because to look them up takes four times as long.
        guard let parameters = FetchedAlgorithms.p256Parameters,
            let pointer = EVP_PKEY_dup(parameters.pointer)
        else { throw LibraryKeyWork.failure() }
        guard EVP_PKEY_set1_encoded_public_key(pointer, key.bytes, key.bytes.count) == 1 else {
            EVP_PKEY_free(pointer)
            throw LibraryKeyWork.failure()
        }
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// Makes a key pair, or without its halves what all keys of P-256 have in common.
    static func make(
        point: UnsafePointer<UInt8>?, scalar: UnsafePointer<UInt8>?
    ) -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context) == 1,
            holdfast_p256_fromdata(context, &pointer, point, scalar) == 1
        else { return nil }
        return pointer
    }
}

/// One operation with a key; what libcrypto holds of it is freed when it goes.
struct LibraryKeyWork: ~Copyable {
    let context: OpaquePointer

    /// Runs an operation whose errors do not stay in the thread's queue, where the program would
    /// take them for its own.
    static func withOwnErrors<R>(
        _ body: () throws(CryptoError) -> R
    ) throws(CryptoError) -> R {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return try body()
    }

    init(_ key: borrowing LibraryKey) throws(CryptoError) {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else {
            throw Self.failure()
        }
        self.context = context
    }

    deinit {
        EVP_PKEY_CTX_free(context)
    }

    static func require(_ result: Int32) throws(CryptoError) {
        guard result == 1 else { throw failure() }
    }

    static func failure() -> CryptoError {
        CryptoError(
            .libraryFailure, "libcrypto failed at a key of P-256.",
            nativeCode: Int(bitPattern: UInt(ERR_peek_last_error())))
    }
}
#endif
