#if !canImport(CryptoKit)
import COpenSSL

extension AEADAlgorithm {
    func sealUnchecked(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let work = try AEADWork(self)
        let ciphertext = UnsafeMutableRawBufferPointer(rebasing: output[..<plaintext.count])
        let tag = UnsafeMutableRawBufferPointer(rebasing: output[plaintext.count...])
        try work.start(key: key, nonce: nonce, isSealing: true)
        try work.update(associatedData, into: nil)
        try work.update(plaintext, into: ciphertext.baseAddress)
        guard work.finish() else { throw work.failure() }
        try work.control(EVP_CTRL_AEAD_GET_TAG, tag)
    }

    func openUnchecked(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, associatedData: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let work = try AEADWork(self)
        let ciphertext = UnsafeRawBufferPointer(rebasing: sealed[..<output.count])
        let tag = UnsafeRawBufferPointer(rebasing: sealed[output.count...])
        try work.start(key: key, nonce: nonce, isSealing: false)
        try work.control(EVP_CTRL_AEAD_SET_TAG, UnsafeMutableRawBufferPointer(mutating: tag))
        try work.update(associatedData, into: nil)
        try work.update(ciphertext, into: output.baseAddress)
        guard work.finish() else {
            throw CryptoError(.authenticationFailed, "The sealed bytes are not authentic.")
        }
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

// A new EVP_CIPHER_CTX each time: libcrypto wipes the key schedule only when it frees it, and
// keeping one for reuse saved nothing measurable.
/// One sealing or opening; the key schedule is wiped when it goes.
private struct AEADWork: ~Copyable {
    private let algorithm: AEADAlgorithm
    private let context: OpaquePointer
    private let cipher: OpaquePointer

    init(_ algorithm: AEADAlgorithm) throws(CryptoError) {
        guard let cipher = algorithm.fetched else {
            throw CryptoError(.libraryFailure, "libcrypto has no \(algorithm.name).")
        }
        guard let context = EVP_CIPHER_CTX_new() else {
            throw CryptoError(.outOfMemory, "There is no memory for \(algorithm.name).")
        }
        self.algorithm = algorithm
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

    func start(
        key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, isSealing: Bool
    ) throws(CryptoError) {
        let key = key.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let nonce = nonce.baseAddress?.assumingMemoryBound(to: UInt8.self)
        try require(EVP_CipherInit_ex2(context, cipher, key, nonce, isSealing ? 1 : 0, nil))
    }

    /// Takes bytes of text if there is somewhere to write to, of associated data otherwise.
    func update(
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
    func finish() -> Bool {
        // Neither mode writes anything here, but libcrypto wants somewhere to write a block to.
        var unused: (UInt64, UInt64) = (0, 0)
        var written: Int32 = 0
        return withUnsafeMutableBytes(of: &unused) { unused in
            EVP_CipherFinal_ex(
                context, unused.baseAddress?.assumingMemoryBound(to: UInt8.self), &written) == 1
        }
    }

    func control(_ command: Int32, _ tag: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        try require(EVP_CIPHER_CTX_ctrl(context, command, Int32(tag.count), tag.baseAddress))
    }

    func failure() -> CryptoError {
        let code = Int(bitPattern: UInt(ERR_peek_last_error()))
        return CryptoError(
            .libraryFailure, "libcrypto failed at \(algorithm.name).", nativeCode: code)
    }

    private func require(_ result: Int32) throws(CryptoError) {
        guard result == 1 else { throw failure() }
    }
}
#endif
