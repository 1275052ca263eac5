extension Argon2id {
    static func deriveInSwift(
        into output: UnsafeMutableRawBufferPointer, password: UnsafeRawBufferPointer,
        salt: UnsafeRawBufferPointer, parameters: Parameters
    ) throws(CryptoError) {
        throw CryptoError(.libraryFailure, "pending")
    }
}
