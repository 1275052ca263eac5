/// The suite that every history passes, whoever wrote it.
///
/// ```swift
/// @Test(arguments: HistoryConformance.cases)
/// func keeps(_ promise: HistoryCase) async throws {
///     #expect(try await promise.check(HistorySubject(MyHistory())) == .kept)
/// }
/// ```
public enum HistoryConformance {
    /// All cases, in an order in which a new history can make them pass one after the other.
    public static let cases: [HistoryCase] = identity + prekeys + messages + races
}
