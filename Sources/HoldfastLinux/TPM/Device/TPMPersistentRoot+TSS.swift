#if os(Linux) && TPM
import CTSS
import HoldfastCore
import HoldfastCrypto

/// The storage root key that the owner of a TPM may have put into it for good.
///
/// - Note: TCG TPM v2.0 Provisioning Guidance 1.0, section 7.8, table 2: the handle.
extension TPMConnection {
    /// Lends that key.
    ///
    /// - Parameter body: gets the key, of which nothing was compared.
    /// - Returns: what the body returns; `nil` if there is no such key.
    /// - Throws: the TPM's code; what the body throws.
    func withPersistentRoot<R>(
        _ body: (ESYS_TR) throws(KeychainError) -> R?
    ) throws(KeychainError) -> R? {
        var root = ESYS_TR()
        let code = Esys_TR_FromTPMPublic(esys, Self.persistentRoot, none, none, none, &root)
        if TPMCode(code).answer == .handle { return nil }
        try check(code, "the TPM's persistent root key cannot be looked at")
        // The library's own; the key stays where it is.
        defer { Esys_TR_Close(esys, &root) }
        return try body(root)
    }

    /// Whether a key is what the template makes of some seed or number: held by this TPM alone,
    /// needing no password, and no cause of a lock-out.
    ///
    /// Others than that would be worse parents than none: one that was imported is known to whoever
    /// made it, and one with a password has the TPM count a wrong try at every use.
    func isStorageRoot(_ root: ESYS_TR) throws(KeychainError) -> Bool {
        var area: UnsafeMutablePointer<TPM2B_PUBLIC>?
        try check(
            Esys_ReadPublic(esys, root, none, none, none, &area, nil, nil),
            "the TPM's persistent root key cannot be read")
        let name = try self.name(of: root)
        return try taking(area, "a public key") { (area) throws(KeychainError) in
            let key = area.pointee.publicArea
            // A name is the algorithm and the hash of the area without its length.
            let computed = [0, 0x0b] + SHA256.hash([UInt8](try area.pointee.marshalled()[2...]))
            guard computed == name else {
                throw KeychainError(.unknown, "the TPM tells two things of one key")
            }
            return (key.type == TPM2_ALG_ECC || key.type == TPM2_ALG_RSA)
                && key.objectAttributes == TPMTemplate.storageRoot.publicArea.objectAttributes
        }
    }

    private static let persistentRoot: TPM2_HANDLE = 0x8100_0001
}
#endif
