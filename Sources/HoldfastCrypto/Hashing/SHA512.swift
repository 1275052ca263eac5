/// The hash SHA-512.
///
/// What is said of ``SHA256`` about hashes of guessable secrets holds here as well.
///
/// - Note: Standard: FIPS 180-4.
public enum SHA512 {
    /// Number of bytes of a hash.
    public static let byteCount = 64

    /// Hashes bytes.
    ///
    /// - Parameter bytes: 0 or more bytes.
    /// - Returns: 64 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](count: byteCount) { digest in
            bytes.withUnsafeBytes { Self.digest(of: $0, into: digest) }
        }
    }
}
