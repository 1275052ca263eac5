public import HoldfastCore
public import HoldfastWire

/// Where a backup is restored to: the seam to an app's stores.
///
/// What is staged is beside what the app uses, and nothing of it shows before ``switchOver()``.
public protocol RestoreStaging: Sendable {
    /// Whether the app's stores hold anything that a restore would stand in the way of.
    ///
    /// - Returns: whether they do; "cannot tell" is thrown (P1).
    /// - Throws: what kept it from looking.
    func isOccupied() async throws(KeychainError) -> Bool

    /// Begins to stage a generation, or goes on with it; what was staged of another one is dropped.
    ///
    /// - Parameter generation: the generation.
    /// - Returns: how many pieces of it are staged already, in the order in which they came: those
    ///   that were durable when a process before this one died.
    /// - Throws: what kept it from staging; nothing was changed that the app uses.
    func begin(_ generation: KnownGeneration) async throws(KeychainError) -> Int

    /// Stages the records of a piece, all or none of them.
    ///
    /// Two devices may have the same record: the same table and name twice is one record, and the
    /// one of the place that comes later is kept, unless it has no value.
    ///
    /// - Parameters:
    ///   - records: the records, all of one table.
    ///   - piece: which piece it is: the number of those that were staged before.
    ///   - slot: the device's place that had them.
    /// - Throws: what kept it from staging (a full disk); the pieces before stay staged.
    func stage(
        _ records: [BackupRecord], piece: Int, of slot: SlotID
    ) async throws(KeychainError)

    /// How many records of a table were staged of a device's place, read back from where they are.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - slot: the device's place.
    /// - Returns: the number, doubles of other places included.
    /// - Throws: what kept it from counting.
    func count(of table: BackupTable, in slot: SlotID) async throws(KeychainError) -> UInt64

    /// Puts what was staged in the place of the app's stores, in one step.
    ///
    /// A death leaves all as it was before or all as it is after (P2). What was there is not
    /// destroyed: it is merged in, or moved aside and kept. The entry of this device's identity in the
    /// app's database stays as it is: it was made before.
    ///
    /// - Throws: what kept it; all is as it was before.
    func switchOver() async throws(KeychainError)
}
