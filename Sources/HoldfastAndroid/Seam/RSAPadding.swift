/// How a key of an RSA pair wraps the key of another library.
public enum RSAPadding: String, Sendable, CaseIterable {
    /// `RSA/ECB/PKCS1Padding`: RFC 8017, section 7.2.
    case pkcs1
    /// `RSA/ECB/OAEPPadding` with SHA-256 and MGF1 with SHA-1: RFC 8017, section 7.1.
    case oaepSHA256
}
