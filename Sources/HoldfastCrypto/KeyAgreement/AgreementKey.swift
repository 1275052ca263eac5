/// A private key of P-256 that agrees, wherever it is kept: in hardware that never hands it out, or
/// in memory as ``P256PrivateKey``.
///
/// ``HPKE`` needs no more of a recipient's key than this one operation.
public protocol AgreementKey: Sendable {
    /// What the key's keeper throws.
    associatedtype AgreementFailure: Error

    /// The public half.
    var publicKey: P256PublicKey { get }

    /// Agrees on a secret with the holder of another key (ECDH).
    ///
    /// - Parameter peer: The other side's public key, which is on the curve because it exists.
    /// - Returns: The first coordinate of the common point: 32 bytes in network order, with the
    ///   leading zeros that some hardware leaves out.
    /// - Throws: What the keeper throws; a key that is not there is an error here.
    /// - Note: Standard: SEC 1, section 3.3.1; SP 800-56A, section 5.7.1.2.
    func sharedSecret(
        with peer: P256PublicKey
    ) async throws(AgreementFailure) -> SecretBytes
}

extension P256PrivateKey: AgreementKey {
    /// A key in memory fails only as the library does.
    public typealias AgreementFailure = CryptoError
}
