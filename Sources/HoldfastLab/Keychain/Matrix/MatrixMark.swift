/// How well a platform's behaviour is known.
public enum MatrixMark: String, Sendable, CaseIterable {
    /// The platform's maker documents it.
    case documented
    /// Read from the platform's published source.
    case source
    /// Asserted by a test of the platform's own.
    case tested
    /// Reported by developers, or by the maker's support.
    case reported
    /// Inferred, or well known without a source at hand; it may be wrong.
    case assumed
}
