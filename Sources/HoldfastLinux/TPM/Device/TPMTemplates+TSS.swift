#if os(Linux) && TPM
import CTSS
import HoldfastCore
import HoldfastCrypto

/// What Holdfast's objects in a TPM are.
enum TPMTemplate {
    /// The storage root key of the TCG's template for P-256: the same seed always gives the same key.
    ///
    /// - Note: TCG TPM v2.0 Provisioning Guidance 1.0, section 7.5.1 (ECC): AES-128-CFB inside, no
    ///   authorization, coordinates of 32 zero bytes to begin with.
    static var storageRoot: TPM2B_PUBLIC {
        var area = elliptic([
            TPMA_OBJECT_FIXEDTPM, TPMA_OBJECT_FIXEDPARENT, TPMA_OBJECT_SENSITIVEDATAORIGIN,
            TPMA_OBJECT_USERWITHAUTH, TPMA_OBJECT_NODA, TPMA_OBJECT_RESTRICTED, TPMA_OBJECT_DECRYPT,
        ])
        area.parameters.eccDetail.symmetric.algorithm = TPM2_ALG_AES
        area.parameters.eccDetail.symmetric.keyBits.aes = 128
        area.parameters.eccDetail.symmetric.mode.aes = TPM2_ALG_CFB
        let zeros = TPM2B_ECC_PARAMETER([UInt8](repeating: 0, count: 32))
        area.unique.ecc = TPMS_ECC_POINT(x: zeros, y: zeros)
        return TPM2B_PUBLIC(size: 0, publicArea: area)
    }

    /// A device key, without its point.
    static func key(_ use: DeviceKeyUse, hasPIN: Bool) -> TPM2B_PUBLIC {
        var attributes = [
            TPMA_OBJECT_FIXEDTPM, TPMA_OBJECT_FIXEDPARENT, TPMA_OBJECT_SENSITIVEDATAORIGIN,
            TPMA_OBJECT_USERWITHAUTH,
        ]
        // Without a PIN there is nothing to guess, and the key works during a lock-out.
        if !hasPIN { attributes.append(TPMA_OBJECT_NODA) }
        switch use {
        case .signing: attributes.append(TPMA_OBJECT_SIGN_ENCRYPT)
        case .keyAgreement: attributes.append(TPMA_OBJECT_DECRYPT)
        }
        var area = elliptic(attributes)
        if use == .signing {
            area.parameters.eccDetail.scheme.scheme = TPM2_ALG_ECDSA
            area.parameters.eccDetail.scheme.details.ecdsa.hashAlg = TPM2_ALG_SHA256
        }
        return TPM2B_PUBLIC(size: 0, publicArea: area)
    }

    /// A device key with its point.
    static func key(
        _ use: DeviceKeyUse, hasPIN: Bool, _ publicKey: P256PublicKey
    ) -> TPM2B_PUBLIC {
        var template = key(use, hasPIN: hasPIN)
        template.publicArea.unique.ecc = TPMS_ECC_POINT(publicKey)
        return template
    }

    /// A sealed secret.
    static func sealed(hasAuthorization: Bool, policy: [UInt8]?) -> TPM2B_PUBLIC {
        var area = TPMT_PUBLIC()
        area.type = TPM2_ALG_KEYEDHASH
        area.nameAlg = TPM2_ALG_SHA256
        area.objectAttributes = UInt32(TPMA_OBJECT_FIXEDTPM) | UInt32(TPMA_OBJECT_FIXEDPARENT)
        if !hasAuthorization { area.objectAttributes |= UInt32(TPMA_OBJECT_NODA) }
        if let policy {
            // Nothing but the policy opens it: the policy asks for the authorization itself.
            area.authPolicy = TPM2B_DIGEST(policy)
        } else {
            area.objectAttributes |= UInt32(TPMA_OBJECT_USERWITHAUTH)
        }
        area.parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL
        return TPM2B_PUBLIC(size: 0, publicArea: area)
    }

    private static func elliptic(_ attributes: [TPMA_OBJECT]) -> TPMT_PUBLIC {
        var area = TPMT_PUBLIC()
        area.type = TPM2_ALG_ECC
        area.nameAlg = TPM2_ALG_SHA256
        area.objectAttributes = attributes.reduce(0, |)
        area.parameters.eccDetail.symmetric.algorithm = TPM2_ALG_NULL
        area.parameters.eccDetail.scheme.scheme = TPM2_ALG_NULL
        area.parameters.eccDetail.curveID = TPM2_ECC_NIST_P256
        area.parameters.eccDetail.kdf.scheme = TPM2_ALG_NULL
        return area
    }
}

extension TPMS_ECC_POINT {
    init(_ key: P256PublicKey) {
        self.init(
            x: TPM2B_ECC_PARAMETER(key.bytes[1..<33]), y: TPM2B_ECC_PARAMETER(key.bytes[33..<65]))
    }

    /// The point as a public key.
    func publicKey() throws(KeychainError) -> P256PublicKey {
        var point = self
        var bytes = [UInt8](repeating: 0, count: P256PublicKey.byteCount)
        bytes[0] = 4
        let fits = bytes.withUnsafeMutableBytes { bytes in
            point.x.write(to: UnsafeMutableRawBufferPointer(rebasing: bytes[1..<33]))
                && point.y.write(to: UnsafeMutableRawBufferPointer(rebasing: bytes[33..<65]))
        }
        guard fits else { throw KeychainError(.unknown, "the TPM gave no point of the curve") }
        return try crypto { () throws(CryptoError) in try P256PublicKey(bytes) }
    }
}
#endif
