#if os(Linux) && TPM
import CTSS
import HoldfastCore
import HoldfastCrypto

/// A key of the TPM as it is to be used once.
struct TPMKey: Sendable {
    /// Which TPM has it.
    let mark: TPMMark
    /// Both halves.
    let object: TPMObject
    /// What its use asks for; `nil` for nothing.
    let authorization: SecretBytes?
}

extension TPMConnection {
    /// Has the TPM draw a key.
    func makeKey(
        _ use: DeviceKeyUse, authorization: SecretBytes?
    ) throws(KeychainError) -> (key: TPMKey, publicKey: P256PublicKey, grade: KeyGrade) {
        let grade: KeyGrade = try isSoftware() ? .software : .tpm
        return try withParent(expecting: nil) { (parent) throws(KeychainError) in
            let mark = try mark(of: parent)
            let object = try create(
                TPMTemplate.key(use, hasPIN: authorization != nil), authorization: authorization,
                secret: nil, under: parent)
            guard let made = TPM2B_PUBLIC(marshalled: object.publicArea) else {
                throw KeychainError(.unknown, "the TPM gave a key that cannot be read")
            }
            let publicKey = try made.publicArea.unique.ecc.publicKey()
            try Self.check(object, use, hasPIN: authorization != nil, publicKey)
            return (
                TPMKey(mark: mark, object: object, authorization: authorization), publicKey, grade
            )
        }
    }

    /// Signs a digest of 32 bytes.
    func sign(_ digest: [UInt8], with key: TPMKey) throws(KeychainError) -> P256Signature {
        try withKey(key, hiding: TPMA_SESSION(TPMA_SESSION_DECRYPT)) {
            (handle, session) throws(KeychainError) in
            var digest = TPM2B_DIGEST(digest)
            var scheme = TPMT_SIG_SCHEME()
            scheme.scheme = TPM2_ALG_ECDSA
            scheme.details.ecdsa.hashAlg = TPM2_ALG_SHA256
            // A key that is not restricted signs what it is given; the ticket says so.
            var ticket = TPMT_TK_HASHCHECK()
            ticket.tag = TPM2_ST_HASHCHECK
            ticket.hierarchy = TPM2_RH_NULL
            var signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
            try check(
                Esys_Sign(
                    esys, handle, session, none, none, &digest, &scheme, &ticket, &signature),
                "the TPM does not sign")
            return try taking(signature, "a signature") { (signature) throws(KeychainError) in
                try signature.pointee.signature.ecdsa.p256()
            }
        }
    }

    /// The first coordinate of the common point with another key.
    func agree(
        with peer: P256PublicKey, using key: TPMKey
    ) throws(KeychainError) -> SecretBytes {
        let hiding = TPMA_SESSION(TPMA_SESSION_DECRYPT) | TPMA_SESSION(TPMA_SESSION_ENCRYPT)
        return try withKey(key, hiding: hiding) { (handle, session) throws(KeychainError) in
            var point = TPM2B_ECC_POINT(size: 0, point: TPMS_ECC_POINT(peer))
            var common: UnsafeMutablePointer<TPM2B_ECC_POINT>?
            try check(
                Esys_ECDH_ZGen(esys, handle, session, none, none, &point, &common),
                "the TPM does not agree")
            return try taking(common, "a common point") { (common) throws(KeychainError) in
                try SecretBytes(count: 32) { (target) throws(KeychainError) in
                    let common = UnsafeMutablePointer(mutating: common)
                    guard common.pointee.point.x.write(to: target) else {
                        throw KeychainError(.unknown, "the TPM gave no point of the curve")
                    }
                }
            }
        }
    }

    /// Says before a person is asked what would make asking vain.
    func requireUsable(_ mark: TPMMark, asksForPIN: Bool) throws(KeychainError) {
        try withParent(expecting: mark) { (_) throws(KeychainError) in
            if asksForPIN { try requireTriesLeft() }
        }
    }

    private func withKey<R>(
        _ key: TPMKey, hiding: TPMA_SESSION,
        _ body: (_ handle: ESYS_TR, _ session: ESYS_TR) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try withParent(expecting: key.mark) { (parent) throws(KeychainError) in
            if key.authorization != nil { try requireTriesLeft() }
            return try withSession(saltedBy: parent) { (session) throws(KeychainError) in
                try withObject(key.object, under: parent, session) {
                    (handle) throws(KeychainError) in
                    try authorize(handle, with: key.authorization)
                    try setHiding(session, hiding)
                    return try body(handle, session)
                }
            }
        }
    }

    /// Refuses an object that is not exactly a key of this use and point, as somebody with access to
    /// the TPM could have it made.
    static func check(
        _ object: TPMObject, _ use: DeviceKeyUse, hasPIN: Bool, _ publicKey: P256PublicKey
    ) throws(KeychainError) {
        let wanted = TPMTemplate.key(use, hasPIN: hasPIN, publicKey)
        guard try wanted.marshalled() == object.publicArea else { throw damaged }
    }
}

extension TPMS_SIGNATURE_ECDSA {
    /// The two numbers, which the TPM may give without their leading zeros.
    fileprivate func p256() throws(KeychainError) -> P256Signature {
        var numbers = self
        var bytes = [UInt8](repeating: 0, count: P256Signature.byteCount)
        let fits = bytes.withUnsafeMutableBytes { bytes in
            numbers.signatureR.write(to: UnsafeMutableRawBufferPointer(rebasing: bytes[..<32]))
                && numbers.signatureS.write(
                    to: UnsafeMutableRawBufferPointer(rebasing: bytes[32...]))
        }
        guard fits else { throw KeychainError(.unknown, "the TPM gave no signature") }
        return try crypto { () throws(CryptoError) in try P256Signature(bytes) }
    }
}
#endif
