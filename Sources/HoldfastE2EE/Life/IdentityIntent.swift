import HoldfastCore
import HoldfastCrypto
import HoldfastWire

/// A change of identity that is under way, so that a start after a death finishes it.
///
/// It is stored before the first key is made, in a class that never leaves the device.
struct IdentityIntent: Sendable, Hashable {
    /// The installation that the new identity belongs to.
    let install: SlotID
    /// The device's place in the account.
    var slot: SlotID
    /// What the device is to be called.
    var deviceName: String
    let signingKeyName: ItemKey
    let agreementKeyName: ItemKey
    /// The key that is to need the person, if any.
    var presence: PresencePlan?
    /// When it was begun, or last asked for, which dates its entry.
    var created: Int64
    /// How the device comes into the account.
    var way: Way
    /// The entry, once it is signed.
    var entry: SignedLogEntry?

    /// How a device comes into an account.
    enum Way: Sendable, Hashable {
        /// It begins one; another identity that it had before is given up.
        case genesis(recovery: P256PublicKey?, previous: IdentityRecord?)
        /// Its own old key signs the new one in.
        case renewal(of: IdentityRecord, lastCounter: UInt64)
        /// Somebody else lets it in: another device, or the recovery key.
        case joining(JoinPlan)
    }

    /// What it wants into, if somebody else has to let it in.
    var joining: JoinPlan? {
        if case .joining(let plan) = way { plan } else { nil }
    }

    /// The identity whose place the new one takes on this device, and whose keys go.
    var previous: IdentityRecord? {
        switch way {
        case .genesis(_, let previous): previous
        case .renewal(let record, _): record
        case .joining(let plan): plan.previous
        }
    }
}

/// Which account a device wants into, and in which place.
struct JoinPlan: Sendable, Hashable {
    let account: AccountID
    /// The device whose place it takes, if any.
    let replaced: ReplacedDevice?
    /// This device's identity before, if it had one.
    let previous: IdentityRecord?
}

/// A device that gives its place to another one.
struct ReplacedDevice: Sendable, Hashable {
    let device: DeviceID
    let reason: RemovalReason
    let lastCounter: UInt64
}
