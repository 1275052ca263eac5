#if !canImport(CryptoKit)
import COpenSSL

/// One use of a cipher of libcrypto that only other libraries' formats need; the key schedule is
/// wiped when it goes.
struct OneShotCipher: ~Copyable {
    /// What is the same for sealing and opening.
    struct Input {
        let key: UnsafeRawBufferPointer
        /// Empty for a cipher that takes none.
        let nonce: UnsafeRawBufferPointer
        let associatedData: UnsafeRawBufferPointer
    }

    static let tagByteCount = 16

    private let context: OpaquePointer
    private let cipher: OpaquePointer

    /// Fetches a cipher by libcrypto's name for it.
    init(_ name: String) throws(CryptoError) {
        guard let cipher = EVP_CIPHER_fetch(nil, name, nil) else {
            throw CryptoError(.libraryFailure, "libcrypto does not have the cipher.")
        }
        guard let context = EVP_CIPHER_CTX_new() else {
            EVP_CIPHER_free(cipher)
            throw CryptoError(.outOfMemory, "There is no memory for the cipher.")
        }
        self.cipher = cipher
        self.context = context
        // What goes wrong here must not stay in the thread's queue of errors, where the program
        // would take it for one of its own.
        ERR_set_mark()
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
        EVP_CIPHER_free(cipher)
        ERR_pop_to_mark()
    }

    /// Seals a text; the tag stands apart.
    func seal(
        _ plaintext: UnsafeRawBufferPointer, _ input: Input,
        ciphertext: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try start(input, isSealing: true)
        guard update(input.associatedData, into: nil),
            update(plaintext, into: ciphertext.baseAddress), finish()
        else { throw failure() }
        try control(EVP_CTRL_AEAD_GET_TAG, tag)
    }

    /// Opens a text.
    ///
    /// - Throws: `authenticationFailed` if the tag is another; what was written is no plaintext then.
    func open(
        _ ciphertext: UnsafeRawBufferPointer, _ input: Input, tag: UnsafeRawBufferPointer,
        plaintext: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try start(input, isSealing: false)
        try control(EVP_CTRL_AEAD_SET_TAG, UnsafeMutableRawBufferPointer(mutating: tag))
        guard update(input.associatedData, into: nil) else { throw failure() }
        // SIV knows only after the text whether it was right, and says so there.
        guard update(ciphertext, into: plaintext.baseAddress), finish() else {
            throw CryptoError(.authenticationFailed, "The sealed bytes are not authentic.")
        }
    }

    private func start(_ input: Input, isSealing: Bool) throws(CryptoError) {
        let key = input.key.baseAddress?.assumingMemoryBound(to: UInt8.self)
        // An empty array may have an address all the same.
        let nonce =
            input.nonce.isEmpty
            ? nil : input.nonce.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard EVP_CipherInit_ex2(context, cipher, key, nonce, isSealing ? 1 : 0, nil) == 1 else {
            throw failure()
        }
    }

    private func update(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer?
    ) -> Bool {
        // A call with no bytes would end the text for libcrypto, or have a null pointer for output.
        guard let start = input.baseAddress, input.count > 0 else { return true }
        var written: Int32 = 0
        let result = EVP_CipherUpdate(
            context, output?.assumingMemoryBound(to: UInt8.self), &written,
            start.assumingMemoryBound(to: UInt8.self), Int32(input.count))
        return result == 1 && written == Int32(input.count)
    }

    private func finish() -> Bool {
        // Nothing is written here, but libcrypto wants somewhere to write a block to.
        var unused: (UInt64, UInt64) = (0, 0)
        var written: Int32 = 0
        return withUnsafeMutableBytes(of: &unused) { unused in
            EVP_CipherFinal_ex(
                context, unused.baseAddress?.assumingMemoryBound(to: UInt8.self), &written) == 1
        }
    }

    private func control(
        _ command: Int32, _ tag: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard EVP_CIPHER_CTX_ctrl(context, command, Int32(tag.count), tag.baseAddress) == 1 else {
            throw failure()
        }
    }

    private func failure() -> CryptoError {
        let code = Int(bitPattern: UInt(ERR_peek_last_error()))
        return CryptoError(.libraryFailure, "libcrypto failed at a cipher.", nativeCode: code)
    }
}
#endif
