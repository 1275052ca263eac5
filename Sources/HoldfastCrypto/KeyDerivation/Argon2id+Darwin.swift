#if canImport(CryptoKit)
extension Argon2id {
    /// CryptoKit has no Argon2, so that our own implementation does all of it.
    static func deriveUnchecked(
        into output: UnsafeMutableRawBufferPointer, password: UnsafeRawBufferPointer,
        salt: UnsafeRawBufferPointer, parameters: Parameters
    ) throws(CryptoError) {
        try deriveInSwift(
            into: output, Inputs(password: password, salt: salt), parameters: parameters)
    }
}
#endif
