public import HoldfastCore
public import HoldfastWire

/// Keeps the private halves of this device's prekeys, sealed.
///
/// They are never in a backup: a prekey that came back would open what was to stay closed.
public protocol PrekeyStore: Sendable {
    /// What is kept beside the rows.
    ///
    /// - Returns: the state, or `nil` if the database answered that there is none yet (P1).
    /// - Throws: what kept it from answering.
    func prekeyState() async throws(KeychainError) -> PrekeyState?

    /// All rows.
    ///
    /// - Returns: the rows, in any order.
    /// - Throws: what kept the database from answering.
    func prekeyRows() async throws(KeychainError) -> [PrekeyRow]

    /// What there is of one prekey.
    ///
    /// - Parameter id: the prekey.
    /// - Returns: its row or its tombstone, or `nil` if the database answered that there was never
    ///   such a prekey (P1).
    /// - Throws: what kept it from answering.
    func prekey(_ id: PrekeyID) async throws(KeychainError) -> PrekeyTrace?

    /// Makes a change in one durable transaction (P2, P5).
    ///
    /// - Parameter change: the change; making it twice is the same as once.
    /// - Throws: what kept the database from writing; nothing was changed.
    func apply(_ change: PrekeyChange) async throws(KeychainError)
}

/// What there is of a prekey.
public enum PrekeyTrace: Sendable, Hashable {
    /// It is there.
    case row(PrekeyRow)
    /// It was there.
    case tombstone(PrekeyTombstone)
}

/// A change of the prekeys, to be made whole or not at all.
public struct PrekeyChange: Sendable, Hashable {
    /// The new state.
    public let state: PrekeyState
    /// Rows to insert, or to put in the place of the rows with the same ids.
    ///
    /// A row whose prekey has a tombstone is left out: it was used while the change was prepared.
    public let rows: [PrekeyRow]
    /// Prekeys whose rows go, with what is left of them.
    public let removed: [PrekeyTombstone]
}
