#if canImport(CryptoKit)
/// How the cryptographic library starts, for programs that know who else uses it.
package enum CryptoStart {
    /// Does nothing: CryptoKit has nothing to leave out.
    package static func asOnlyUserInProcess() {}
}
#endif
