#if os(Linux) && TPM
import CTSS
import HoldfastCore
import HoldfastCrypto

/// An object's two halves in the TPM's own encoding; the private one opens only under its parent.
struct TPMObject: Sendable, Equatable {
    /// A marshalled `TPM2B_PUBLIC`.
    let publicArea: [UInt8]
    /// A marshalled `TPM2B_PRIVATE`, encrypted and authenticated by the TPM.
    let privateArea: [UInt8]
}

extension TPMConnection {
    /// Makes an object under the parent.
    ///
    /// - Parameters:
    ///   - template: what it is.
    ///   - authorization: what its use asks for; `nil` for nothing.
    ///   - secret: what it keeps; `nil` lets the TPM draw a key.
    ///   - parent: the storage root key.
    /// - Returns: both halves.
    /// - Throws: the TPM's code; nothing stays in the TPM.
    func create(
        _ template: TPM2B_PUBLIC, authorization: SecretBytes?, secret: SecretBytes?,
        under parent: ESYS_TR
    ) throws(KeychainError) -> TPMObject {
        try withSession(saltedBy: parent) { (session) throws(KeychainError) in
            try setHiding(
                session, TPMA_SESSION(TPMA_SESSION_DECRYPT) | TPMA_SESSION(TPMA_SESSION_ENCRYPT))
            return try withWipedMemory(TPM2B_SENSITIVE_CREATE.self) {
                (sensitive) throws(KeychainError) in
                sensitive.pointee.fill(authorization, secret)
                return try create(template, sensitive, parent, session)
            }
        }
    }

    private func create(
        _ template: TPM2B_PUBLIC, _ sensitive: UnsafePointer<TPM2B_SENSITIVE_CREATE>,
        _ parent: ESYS_TR, _ session: ESYS_TR
    ) throws(KeychainError) -> TPMObject {
        var template = template
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var privateArea: UnsafeMutablePointer<TPM2B_PRIVATE>?
        var publicArea: UnsafeMutablePointer<TPM2B_PUBLIC>?
        try check(
            Esys_Create(
                esys, parent, session, none, none, sensitive, &template, &outside, &registers,
                &privateArea, &publicArea, nil, nil, nil), "the TPM made nothing")
        defer {
            Esys_Free(privateArea)
            Esys_Free(publicArea)
        }
        guard let privateArea, let publicArea else {
            throw KeychainError(.unknown, "the TPM made an object and gave none")
        }
        return TPMObject(
            publicArea: try publicArea.pointee.marshalled(),
            privateArea: try privateArea.pointee.marshalled())
    }

    /// Loads an object and lends it.
    ///
    /// - Parameters:
    ///   - object: both halves.
    ///   - parent: the storage root key, whose name has been checked.
    ///   - session: proves that the command arrives as it was sent.
    ///   - body: gets the object's handle.
    /// - Returns: what the body returns.
    /// - Throws: `DATA_CORRUPTED` if the TPM does not know the halves as its own; what the body
    ///   throws.
    func withObject<R>(
        _ object: TPMObject, under parent: ESYS_TR, _ session: ESYS_TR,
        _ body: (ESYS_TR) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard var privateArea = TPM2B_PRIVATE(marshalled: object.privateArea),
            var publicArea = TPM2B_PUBLIC(marshalled: object.publicArea)
        else { throw Self.damaged }
        var handle = ESYS_TR()
        try setHiding(session, 0)
        let code = Esys_Load(
            esys, parent, session, none, none, &privateArea, &publicArea, &handle)
        // The parent is the right one, so whatever the TPM has against the halves is their fault.
        if TPMCode(code).isObjection { throw Self.damaged }
        try check(code, "what the TPM made cannot be loaded")
        return try holding(handle, body)
    }

    static let damaged = KeychainError(
        .dataCorrupted, "what is stored is not what the TPM made")
}

extension TPM2B_SENSITIVE_CREATE {
    /// Sets both secrets; the caller has bounded them to what their fields hold.
    mutating func fill(_ authorization: SecretBytes?, _ secret: SecretBytes?) {
        if let authorization { sensitive.userAuth.setAuthorization(authorization) }
        guard let secret else { return }
        secret.withUnsafeBytes { bytes in
            withUnsafeMutableBytes(of: &sensitive.data.buffer) { $0.copyMemory(from: bytes) }
        }
        sensitive.data.size = UInt16(secret.count)
    }
}
#endif
