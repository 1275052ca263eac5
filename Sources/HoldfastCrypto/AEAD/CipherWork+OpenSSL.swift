#if !canImport(CryptoKit)
import COpenSSL

// A new EVP_CIPHER_CTX each time: libcrypto wipes the key schedule only when it frees it, and
// keeping one for reuse saved nothing measurable.
/// One sealing or opening by a cipher of libcrypto; the key schedule is wiped when it goes.
struct CipherWork: ~Copyable {
    private let name: String
    private let context: OpaquePointer
    private let cipher: OpaquePointer

    /// Takes a cipher, or `nil` if libcrypto gave none, and what messages call it.
    init(_ cipher: FetchedAlgorithms.Fetched?, named name: String) throws(CryptoError) {
        guard let cipher else {
            throw CryptoError(.libraryFailure, "libcrypto has no \(name).")
        }
        guard let context = EVP_CIPHER_CTX_new() else {
            throw CryptoError(.outOfMemory, "There is no memory for \(name).")
        }
        self.name = name
        self.cipher = cipher.pointer
        self.context = context
        // What goes wrong here must not stay in the thread's queue of errors, where the program
        // would take it for one of its own.
        ERR_set_mark()
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
        ERR_pop_to_mark()
    }

    /// Seals a text; the tag stands apart.
    consuming func seal(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into ciphertext: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try start(key: key, nonce: nonce, isSealing: true)
        try update(associatedData, into: nil)
        try update(plaintext, into: ciphertext.baseAddress)
        guard finish() else { throw failure() }
        try control(EVP_CTRL_AEAD_GET_TAG, tag)
    }

    /// Opens a text; with `checksWithText` the cipher tells at the text already that the tag is
    /// another, as AES-SIV does.
    ///
    /// What was written is no plaintext if it throws.
    consuming func open(
        _ ciphertext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        tag: UnsafeRawBufferPointer, checksWithText: Bool = false,
        into plaintext: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try start(key: key, nonce: nonce, isSealing: false)
        try control(EVP_CTRL_AEAD_SET_TAG, UnsafeMutableRawBufferPointer(mutating: tag))
        try update(associatedData, into: nil)
        do throws(CryptoError) {
            try update(ciphertext, into: plaintext.baseAddress)
        } catch {
            throw checksWithText ? Self.notAuthentic : error
        }
        guard finish() else { throw Self.notAuthentic }
    }

    private func start(
        key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, isSealing: Bool
    ) throws(CryptoError) {
        let key = key.baseAddress?.assumingMemoryBound(to: UInt8.self)
        // An empty array may have an address all the same.
        let nonce =
            nonce.isEmpty ? nil : nonce.baseAddress?.assumingMemoryBound(to: UInt8.self)
        try require(EVP_CipherInit_ex2(context, cipher, key, nonce, isSealing ? 1 : 0, nil))
    }

    /// Takes bytes of text if there is somewhere to write to, of associated data otherwise.
    private func update(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer?
    ) throws(CryptoError) {
        // A call with no bytes would end the text for libcrypto, or have a null pointer for output.
        guard let start = input.baseAddress, input.count > 0 else { return }
        var written: Int32 = 0
        try require(
            EVP_CipherUpdate(
                context, output?.assumingMemoryBound(to: UInt8.self), &written,
                start.assumingMemoryBound(to: UInt8.self), Int32(input.count)))
        guard written == Int32(input.count) else { throw failure() }
    }

    /// Ends the work; on opening, tells whether the tag is right.
    private func finish() -> Bool {
        // No mode writes anything here, but libcrypto wants somewhere to write a block to.
        var unused: (UInt64, UInt64) = (0, 0)
        var written: Int32 = 0
        return withUnsafeMutableBytes(of: &unused) { unused in
            EVP_CipherFinal_ex(
                context, unused.baseAddress?.assumingMemoryBound(to: UInt8.self), &written) == 1
        }
    }

    private func control(_ command: Int32, _ tag: UnsafeMutableRawBufferPointer) throws(CryptoError)
    {
        try require(EVP_CIPHER_CTX_ctrl(context, command, Int32(tag.count), tag.baseAddress))
    }

    private func failure() -> CryptoError {
        let code = Int(bitPattern: UInt(ERR_peek_last_error()))
        return CryptoError(
            .libraryFailure, "libcrypto failed at \(name).", nativeCode: code)
    }

    private func require(_ result: Int32) throws(CryptoError) {
        guard result == 1 else { throw failure() }
    }

    private static let notAuthentic = CryptoError(
        .authenticationFailed, "The sealed bytes are not authentic.")
}
#endif
