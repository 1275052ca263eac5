/// The suite that every key store passes, whoever wrote it.
///
/// ```swift
/// @Test(arguments: KeyStoreConformance.cases)
/// func keeps(_ promise: KeyStoreCase) async throws {
///     #expect(try await promise.check(KeyStoreSubject(MyKeyStore())) == .kept)
/// }
/// ```
///
/// A subject with all controls is examined by all cases; `docs/new-backend.md` says how to offer
/// them.
public enum KeyStoreConformance {
    /// All cases, in an order in which a new key store can make them pass one after the other.
    public static let cases: [KeyStoreCase] =
        operations + names + creation + refusals + states + prompts + tombstones
}
