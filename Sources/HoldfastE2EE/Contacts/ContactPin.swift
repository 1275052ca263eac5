import HoldfastCrypto
public import HoldfastWire

/// What a device remembers of a contact: the account, the newest place of its log, and how sure the
/// person is of it.
///
/// The relay can change none of it. An entry that is signed inside the account is news; another
/// entry at a known place, and another account, stop sending until a person has looked (P7).
public struct ContactPin: Sendable, Hashable {
    /// The contact's account.
    public internal(set) var account: AccountID
    /// The newest place of its log that was verified.
    public internal(set) var head: LogHead
    /// How sure the person can be.
    public internal(set) var standing: ContactStanding
    /// Why nothing may be sent; `nil` if it may.
    public internal(set) var hold: Hold?
    /// Whether the recovery phrase has changed the account, or was itself changed, and the devices
    /// can still object.
    public internal(set) var isRecoveryPending: Bool
    /// Places of other branches, where a log was shown with more than one; each once.
    var otherBranches: [LogHead]

    /// How many other branches are remembered; a fork of more is not ended by a merge.
    static let branchLimit = 16

    /// Why nothing may be sent to a contact.
    public enum Hold: UInt8, Sendable, Hashable, CaseIterable {
        /// There is another account in the contact's place.
        case chainBreak = 1
        /// The contact's log was shown with two entries at one place.
        case fork = 2
    }

    /// Whether messages may be sent.
    public var maySend: Bool { hold == nil }

    /// Pins a contact at the first contact, as the server gives it.
    ///
    /// - Parameter log: the contact's log, verified.
    public init(firstContact log: DeviceLog) {
        account = log.account
        head = log.head
        standing = .unverified
        isRecoveryPending = log.isRecoveryPending
        otherBranches = []
    }

    init(
        account: AccountID, head: LogHead, standing: ContactStanding, hold: Hold?,
        isRecoveryPending: Bool, otherBranches: [LogHead] = []
    ) {
        self.otherBranches = otherBranches
        self.account = account
        self.head = head
        self.standing = standing
        self.hold = hold
        self.isRecoveryPending = isRecoveryPending
    }
}

extension ContactPin {
    /// Takes in the contact's log as the server gives it now.
    ///
    /// A fork ends where the log has a merge of both branches that has settled.
    ///
    /// - Parameters:
    ///   - log: the log, verified from its first entry.
    ///   - branch: the branch that a merge in the log has ended, verified, where the directory
    ///     gives it; needed if this pin has not seen that branch up to its end.
    /// - Returns: what is new; `nil` if nothing is.
    public mutating func take(
        _ log: DeviceLog, endingForkOf branch: DeviceLog? = nil
    ) -> ContactEvent? {
        guard log.account == account else { return breakChain(to: log) }
        if let event = followMerge(in: log, branch) { return event }
        switch log.relation(to: head) {
        case .same:
            isRecoveryPending = log.isRecoveryPending
            return nil
        case .newer: return .olderLog(log.head)
        case .forked:
            noteFork(at: log.place(of: head.sequence))
            return .forked(at: head.sequence)
        case .older:
            let known = head
            head = log.head
            isRecoveryPending = log.isRecoveryPending
            return .grew(from: known, to: head)
        }
    }

    /// Takes in the place of the contact's log that one of its devices has named in a message.
    ///
    /// After the numbers were compared, this is what makes a contact ``ContactStanding/verified``.
    ///
    /// - Parameters:
    ///   - named: the place.
    ///   - device: the device that signed the message; the caller has verified that.
    ///   - log: the contact's log, verified.
    /// - Returns: what is new; `nil` if nothing is, or if the device is none of the account's now.
    public mutating func take(
        named: LogHead, by device: DeviceID, in log: DeviceLog
    ) -> ContactEvent? {
        let event = take(log)
        guard log.account == account, maySend, log.facts.members[device]?.isActive == true else {
            return event
        }
        switch log.relation(to: named) {
        case .same, .older:
            if standing == .verifiedNumbers { standing = .verified }
            return event
        case .newer: return event
        case .forked:
            noteFork(at: named)
            return .forked(at: named.sequence)
        }
    }

    /// Notes that the person has compared the numbers and found them the same.
    ///
    /// - Parameters:
    ///   - number: the number that was on the screen.
    ///   - own: the account of this device.
    /// - Returns: whether it is this contact's number; if not, nothing has changed.
    public mutating func confirm(_ number: SafetyNumber, own: AccountID) -> Bool {
        guard maySend, number == SafetyNumber(own: own, contact: account) else { return false }
        if standing != .verified { standing = .verifiedNumbers }
        return true
    }

    /// Notes that the person has scanned the contact's code.
    ///
    /// It succeeds only if, for both accounts, the place that the code names lies in the log that is
    /// known here. A new account in the contact's place is accepted by it.
    ///
    /// - Parameters:
    ///   - scan: what was scanned.
    ///   - own: the log of this device's account, verified.
    ///   - log: the contact's log, verified.
    /// - Returns: what came of it; only ``ContactScanOutcome/matches`` verifies.
    public mutating func confirm(
        _ scan: ContactScan, own: DeviceLog, contact log: DeviceLog
    ) -> ContactScanOutcome {
        guard scan.shower.account == account, log.account == account,
            scan.scanner.account == own.account
        else { return .otherAccount }
        // A log that is not the pinned one's continuation proves nothing about the pin.
        for place in [head, scan.shower.head] {
            if let outcome = Self.judge(log.relation(to: place), .contact) {
                if case .forked = outcome {
                    noteFork(at: place == head ? log.place(of: head.sequence) : place)
                }
                return outcome
            }
        }
        if let outcome = Self.judge(own.relation(to: scan.scanner.head), .own) {
            if case .forked = outcome { noteFork(at: scan.scanner.head) }
            return outcome
        }
        forgetFork(endedIn: own)
        // A fork is proven by two signed entries; that one of them is on this phone heals nothing.
        guard hold != .fork else { return .forked(.contact) }
        hold = nil
        _ = take(log)
        standing = .verified
        return .matches
    }

    /// Notes that the person accepts another account in the contact's place, and sends again.
    ///
    /// A contact that was verified stays ``ContactStanding/noLongerVerified`` until it is verified
    /// anew. A fork is not the person's to accept.
    ///
    /// - Returns: whether there was such a change to accept.
    public mutating func acceptNewAccount() -> Bool {
        guard hold == .chainBreak else { return false }
        hold = nil
        return true
    }

    mutating func breakChain(to log: DeviceLog) -> ContactEvent {
        let wasVerified = standing != .unverified
        self = ContactPin(
            account: log.account, head: log.head,
            standing: wasVerified ? .noLongerVerified : .unverified, hold: .chainBreak,
            isRecoveryPending: log.isRecoveryPending)
        return .chainBroken(log.account)
    }

    private static func judge(
        _ relation: DeviceLog.Relation, _ side: ContactScanOutcome.Side
    ) -> ContactScanOutcome? {
        switch relation {
        case .same, .older: nil
        case .newer: .unknownPlace(side)
        case .forked: .forked(side)
        }
    }

}
