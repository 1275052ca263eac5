public import HoldfastWire

/// Which place a device is to have in an account that it is not in, or is not in any more.
public enum JoinPlace: Sendable, Hashable {
    /// A place of its own, under a name of 1 to 64 scalars without control characters.
    case new(named: String)
    /// The place of another device, with that one's name, its place in contacts' lists and their
    /// verification. The other one is out from then on.
    case successor(of: DeviceID, reason: RemovalReason)
}

extension IdentityOpening {
    /// The device's own old place, where its key is lost and an identity is known; `nil` where it
    /// was put out of it.
    public var ownPlace: JoinPlace? {
        guard permitsJoining, decision != .revoked, let record else { return nil }
        let reason: RemovalReason = findings.key == .invalidated ? .invalidated : .replaced
        return .successor(of: record.device.id, reason: reason)
    }
}
