#if os(Linux) && TPM
import CTSS

@testable import HoldfastLinux

/// Storage root keys as other software makes them.
enum RootTemplate {
    /// RSA, as Windows makes it.
    ///
    /// - Note: TCG TPM v2.0 Provisioning Guidance 1.0, section 7.5.1 (RSA).
    static var rsa: TPM2B_PUBLIC {
        var template = TPMTemplate.storageRoot
        let symmetric = template.publicArea.parameters.eccDetail.symmetric
        template.publicArea.type = TPM2_ALG_RSA
        template.publicArea.parameters = TPMU_PUBLIC_PARMS()
        template.publicArea.parameters.rsaDetail.symmetric = symmetric
        template.publicArea.parameters.rsaDetail.scheme.scheme = TPM2_ALG_NULL
        template.publicArea.parameters.rsaDetail.keyBits = 2_048
        template.publicArea.unique = TPMU_PUBLIC_ID()
        template.publicArea.unique.rsa.size = 256
        return template
    }

    /// One whose use the TPM refuses during a lock-out.
    static var counting: TPM2B_PUBLIC {
        var template = TPMTemplate.storageRoot
        template.publicArea.objectAttributes &= ~UInt32(TPMA_OBJECT_NODA)
        return template
    }
}
#endif
