public import HoldfastWire

/// An account that a message goes to, with what is known of it.
public struct MessageRecipient: Sendable {
    /// The account's log, verified.
    let log: DeviceLog
    /// The devices' prekeys.
    let prekeys: [DeviceID: VerifiedPrekey]
    /// Which grades the message may have.
    let policy: GradePolicy

    /// Takes a contact.
    ///
    /// - Parameters:
    ///   - pin: what this device remembers of the contact.
    ///   - log: the contact's log, verified, at least as new as the pin.
    ///   - prekeys: its devices' prekeys, as ``PrekeyVerifier`` gave them.
    ///   - policy: which grades the message may have.
    /// - Throws: ``SealError`` with `onHold`, `olderLog` or `otherLog`.
    public init(
        contact pin: ContactPin, log: DeviceLog, prekeys: [DeviceID: VerifiedPrekey],
        policy: GradePolicy
    ) throws(SealError) {
        if let hold = pin.hold { throw .onHold(pin.account, hold) }
        guard log.account == pin.account else { throw .otherLog(pin.account) }
        switch log.relation(to: pin.head) {
        case .same, .older: break
        case .newer: throw .olderLog(pin.account)
        case .forked: throw .otherLog(pin.account)
        }
        self.log = log
        self.prekeys = prekeys
        self.policy = policy
    }

    /// Takes this device's own account, whose other devices get a message too.
    ///
    /// - Parameters:
    ///   - log: the account's log, verified.
    ///   - prekeys: the other devices' prekeys.
    ///   - policy: which grades the message may have.
    public init(
        own log: DeviceLog, prekeys: [DeviceID: VerifiedPrekey],
        policy: GradePolicy = GradePolicy()
    ) {
        self.log = log
        self.prekeys = prekeys
        self.policy = policy
    }

    /// The wraps' grades, as the prekeys permit them.
    func grade(of device: DeviceID) -> SecrecyGrade {
        prekeys[device]?.grade ?? .identity
    }
}
