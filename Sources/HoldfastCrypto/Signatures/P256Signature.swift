/// A signature by ECDSA over P-256: two numbers, each 1 to n - 1.
///
/// Whoever has a signature can make a second one of the same message, by putting n - s for s: a
/// signature is no name for what was signed. Where one must not exist twice, require
/// ``hasLowS`` and normalise one's own with ``withLowS``; verification takes both.
///
/// - Note: Standard: FIPS 186-5, section 6.4; the 64 bytes are those of IEEE P1363.
public struct P256Signature: Sendable, Hashable {
    /// Number of bytes of a signature.
    public static let byteCount = 64

    /// The numbers r and s, 32 bytes each in network order.
    public let bytes: [UInt8]

    /// Takes a signature of two numbers.
    ///
    /// - Parameter bytes: r and s, 32 bytes each in network order.
    /// - Throws: ``CryptoError`` with `invalidLength` for another length, with `invalidParameter`
    ///   if one of the numbers is zero, or n and above.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw CryptoError(.invalidLength, "A signature by ECDSA over P-256 has 64 bytes.")
        }
        let isInRange = bytes.withUnsafeBytes { bytes in
            P256Order.contains(UnsafeRawBufferPointer(rebasing: bytes[..<P256Order.byteCount]))
                && P256Order.contains(
                    UnsafeRawBufferPointer(rebasing: bytes[P256Order.byteCount...]))
        }
        guard isInRange else {
            throw CryptoError(.invalidParameter, "A signature's numbers are 1 to n - 1.")
        }
        self.bytes = bytes
    }

    /// Whether s is the smaller one of the two numbers that verify.
    public var hasLowS: Bool { !negatedS.lexicographicallyPrecedes(s) }

    /// This signature, or the other one of the same message that ``hasLowS``.
    public var withLowS: P256Signature {
        hasLowS ? self : P256Signature(r: [UInt8](r), s: negatedS)
    }
}

extension P256Signature {
    /// Takes numbers that are known to be in range.
    private init(r: [UInt8], s: [UInt8]) {
        bytes = r + s
    }

    var r: ArraySlice<UInt8> { bytes[..<P256Order.byteCount] }
    var s: ArraySlice<UInt8> { bytes[P256Order.byteCount...] }

    private var negatedS: [UInt8] { P256Order.negated(s) }
}
