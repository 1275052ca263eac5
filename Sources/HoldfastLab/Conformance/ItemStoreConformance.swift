/// The suite that every store passes, whoever wrote it.
///
/// ```swift
/// @Test(arguments: ItemStoreConformance.cases)
/// func keeps(_ promise: ConformanceCase) async throws {
///     #expect(try await promise.check(ConformanceSubject(MyStore())) == .kept)
/// }
/// ```
///
/// A subject with all controls is examined by all cases; `docs/new-backend.md` says how to offer
/// them.
public enum ItemStoreConformance {
    /// All cases, in an order in which a new backend can make them pass one after the other.
    public static let cases: [ConformanceCase] =
        values + names + attributes + removals + conditions + protections + refusals + layers
        + availability + locks + prompts + tombstones + durability + concurrency
}
