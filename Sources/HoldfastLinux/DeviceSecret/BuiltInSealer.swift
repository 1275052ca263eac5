#if os(Linux) && !TPM
/// The sealer that this program was built with.
enum BuiltInSealer {
    /// None: a TPM takes a build with the trait TPM.
    static func make() -> (any SecretSealer)? { nil }
}
#endif
