public import HoldfastWire

/// A prekey that a device of an account offered, and whose time it is.
///
/// Only ``PrekeyVerifier`` makes one, so that nothing is wrapped to a key that nobody signed.
public struct VerifiedPrekey: Sendable, Hashable {
    /// The device that offered it.
    public let device: DeviceID
    /// The prekey's name.
    public let id: PrekeyID
    /// How secret what is wrapped to it stays.
    public let grade: SecrecyGrade
    /// The prekey as it was handed out.
    let prekey: Prekey

    /// What a wrap to it is sealed to.
    var wrapKey: Wrap.Key { grade == .oneTime ? .oneTime(id) : .signed(id) }

    init(_ prekey: Prekey, id: PrekeyID) {
        self.prekey = prekey
        self.id = id
        device = prekey.statement.batch.device
        grade = prekey.statement.batch.grade
    }
}
