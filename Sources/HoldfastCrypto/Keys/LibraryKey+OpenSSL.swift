#if !canImport(CryptoKit)
import COpenSSL

/// A key of P-256 in libcrypto's form; its secret part is wiped when it goes.
///
/// It is made for each operation: a tenth of a signature's time, and no secret lies in ordinary
/// memory between two of them.
struct LibraryKey: ~Copyable {
    let pointer: OpaquePointer

    /// Gives libcrypto both halves of a key.
    init(_ key: P256PrivateKey) throws(CryptoError) {
        let scalar = try LibraryNumber(key.scalar).nativeBytes(P256PrivateKey.scalarByteCount)
        pointer = try scalar.withUnsafeBytes { (scalar) throws(CryptoError) in
            try Self.make(key.publicKey, scalar: scalar.baseAddress)
        }
    }

    /// Gives libcrypto the public half of a key.
    init(_ key: P256PublicKey) throws(CryptoError) {
        pointer = try Self.make(key, scalar: nil)
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    private static func make(
        _ key: P256PublicKey, scalar: UnsafeRawPointer?
    ) throws(CryptoError) -> OpaquePointer {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else {
            throw LibraryKeyWork.failure()
        }
        defer { EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context) == 1,
            holdfast_p256_fromdata(
                context, &pointer, key.bytes, scalar?.assumingMemoryBound(to: UInt8.self)) == 1,
            let pointer
        else { throw LibraryKeyWork.failure() }
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
