/// A private key of the curve P-256, for signatures or for key agreement.
///
/// Use one key for one of the two, never for both: what one protocol makes the key do must not
/// answer a question of the other. The scalar lies in wiped memory and shows in no description
/// (P10); the library's copy of it lives for the length of one operation and is wiped after it.
///
/// - Note: Standard: SEC 1, section 3.2; FIPS 186-5, section 6. Vectors:
///   `Tests/HoldfastCryptoTests/Vectors/wycheproof/ecdh_secp256r1_webcrypto_test.json`.
public struct P256PrivateKey: Sendable {
    /// Number of bytes of a scalar.
    public static let scalarByteCount = P256Order.byteCount

    /// The secret number, 1 to n - 1, as 32 bytes in network order; whoever has it has the key.
    public let scalar: SecretBytes
    /// The public key that belongs to the scalar.
    public let publicKey: P256PublicKey

    /// Takes a key by its scalar, and computes its public key.
    ///
    /// - Parameter scalar: 32 bytes in network order, 1 to n - 1.
    /// - Throws: ``CryptoError`` with `invalidLength` for another length, with `invalidParameter`
    ///   for zero and for n and above, with `libraryFailure` if the library failed.
    public init(scalar: SecretBytes) throws(CryptoError) {
        guard scalar.count == Self.scalarByteCount else {
            throw CryptoError(.invalidLength, "A private key of P-256 has 32 bytes.")
        }
        guard scalar.withUnsafeBytes({ P256Order.contains($0) }) else {
            throw CryptoError(.invalidParameter, "A private key of P-256 is 1 to n - 1.")
        }
        self.scalar = scalar
        publicKey = P256PublicKey(known: try P256Curve.point(of: scalar))
    }

    /// Draws a new key.
    ///
    /// - Parameter random: Gives 32 bytes a try; a draw outside 1 to n - 1, one in 2^32, is drawn
    ///   again.
    /// - Throws: ``CryptoError`` with `randomnessUnavailable`, also if eight draws in a row were of
    ///   no use, which random bytes never are; with `libraryFailure` if the library failed.
    /// - Note: Standard: FIPS 186-5, appendix A.2.2, testing candidates.
    public init(random: any SecureRandom) throws(CryptoError) {
        for _ in 0..<Self.mostDraws {
            let scalar = try random.secret(Self.scalarByteCount)
            if scalar.withUnsafeBytes({ P256Order.contains($0) }) {
                try self.init(scalar: scalar)
                return
            }
        }
        throw CryptoError(.randomnessUnavailable, "The source of random bytes gives none.")
    }

    private static let mostDraws = 8
}

extension P256PrivateKey: CustomStringConvertible, CustomReflectable {
    /// The type's name, and nothing of the key (P10).
    public var description: String { "P256PrivateKey" }

    /// A mirror without children, so that `dump` and debuggers show nothing of the key (P10).
    public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
