internal import HoldfastWire

/// The rows about prekeys.
protocol PrekeyRecords {
    /// Keeps a prekey.
    ///
    /// - Returns: what became of it.
    func keep(
        _ prekey: StoredPrekey, of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> PrekeyUploadResult.Outcome

    /// Drops a device's prekeys of one kind but some, as a batch asks for that replaces them. Those
    /// that were handed out stay, so that a claim that is repeated gets the same ones.
    func drop(
        isOneTime: Bool, beside kept: Set<PrekeyID>, of device: DeviceID, in account: AccountID
    ) throws(StorageError)

    /// Hands out a prekey: one that is used once if the grade asks for it and there is one, else one
    /// that is used until it is replaced, else none. The same claim gets the same key again.
    func claim(
        _ claim: ClaimName, from device: DeviceID, of account: AccountID, at time: Int64
    ) throws(StorageError) -> [UInt8]?

    /// What there is of a device's prekeys.
    func prekeyStock(
        of device: DeviceID, in account: AccountID, at time: Int64
    ) throws(StorageError) -> PrekeyStock

    /// How many prekeys of a device can still be handed out once.
    func oneTimePrekeyCount(
        of device: DeviceID, in account: AccountID, at time: Int64
    ) throws(StorageError) -> Int

    /// Forgets prekeys that are over, of all devices.
    func forgetPrekeys(before time: Int64) throws(StorageError)
}

/// A prekey as it is kept.
struct StoredPrekey: Sendable, Equatable {
    /// Its name.
    let id: PrekeyID
    /// Whether it is handed out once.
    let isOneTime: Bool
    /// When it ends, in seconds since 1970.
    let notAfter: Int64
    /// What is handed out.
    let bytes: [UInt8]
}

/// Names a claim: who makes it, and its name there.
struct ClaimName: Sendable, Equatable {
    /// The device that claims and the 16 bytes that it drew.
    let bytes: [UInt8]
    /// The best grade that is wanted.
    let grade: SecrecyGrade

    /// Names a claim of a device.
    init(_ claim: PrekeyClaim, by device: DeviceID) {
        bytes = device.bytes + claim.id.bytes
        grade = claim.grade
    }
}
