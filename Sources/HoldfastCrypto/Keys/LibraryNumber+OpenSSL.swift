#if !canImport(CryptoKit)
import COpenSSL

/// A secret number in libcrypto's form, wiped when it goes.
struct LibraryNumber: ~Copyable {
    let pointer: OpaquePointer

    /// Takes a number in network order.
    init(_ bytes: SecretBytes) throws(CryptoError) {
        let number = bytes.withUnsafeBytes {
            BN_bin2bn($0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32($0.count), nil)
        }
        guard let number else {
            throw CryptoError(.outOfMemory, "There is no memory for a number.")
        }
        BN_set_flags(number, BN_FLG_CONSTTIME)
        pointer = number
    }

    deinit {
        BN_clear_free(pointer)
    }

    /// The number in the byte order of the machine.
    func nativeBytes(_ count: Int) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: count) { (output) throws(CryptoError) in
            let start = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard BN_bn2nativepad(pointer, start, Int32(count)) == Int32(count) else {
                throw CryptoError(.libraryFailure, "libcrypto failed to write a number.")
            }
        }
    }
}
#endif
