/// What a device key does; each key does one of the two and never the other.
///
/// - Note: RFC 9420, section 5.1, makes separate keys for the two a requirement, and so does the
///   hardware: the Secure Enclave has two types, Android two purposes, a TPM two attributes.
public enum DeviceKeyUse: String, Sendable, CaseIterable {
    /// ECDSA signatures with SHA-256.
    case signing
    /// Raw ECDH, whose result goes into a key derivation.
    case keyAgreement
}
