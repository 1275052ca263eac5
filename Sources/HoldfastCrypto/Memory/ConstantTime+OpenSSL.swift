#if !canImport(CryptoKit)
import COpenSSL

/// Tells whether two byte strings are equal in time that depends on their lengths alone.
///
/// - Parameters:
///   - left: Any number of bytes.
///   - right: Any number of bytes.
/// - Returns: `true` if both have the same length and bytes. A difference in length shows in the
///   time taken; where and how many bytes differ does not.
package func equalInConstantTime(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return true }
    return CRYPTO_memcmp(leftStart, rightStart, left.count) == 0
}
#endif
