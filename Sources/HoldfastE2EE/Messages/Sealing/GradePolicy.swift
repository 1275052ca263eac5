public import HoldfastWire

/// Which grades of secrecy a message to a contact may have; what is below is refused, and never
/// used instead.
///
/// It is remembered for each contact, so that a relay that pretends to have no prekeys lowers
/// nothing: a person has to agree to grade C, and after the first contact for each message anew.
public struct GradePolicy: Sendable, Hashable {
    /// Whether a person has agreed to grade C.
    public enum Consent: UInt8, Sendable, CaseIterable {
        /// Nobody has.
        case none = 0
        /// For the first contact, as long as none of the contact's devices had a prekey.
        case firstContact = 1
        /// For this message, knowing that the contact's devices have had prekeys.
        case thisMessage = 2
    }

    /// The lowest grade that the app sends without asking; B unless it wants more.
    public var lowest: SecrecyGrade
    /// Whether a person has agreed to grade C.
    public var consent: Consent
    /// Whether a message was sent to the contact at grade A or B.
    public private(set) var hasHadPrekeys: Bool

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - lowest: the lowest grade that the app sends without asking.
    ///   - consent: whether a person has agreed to grade C.
    ///   - hasHadPrekeys: whether a message was sent to the contact at grade A or B.
    public init(
        lowest: SecrecyGrade = .signed, consent: Consent = .none, hasHadPrekeys: Bool = false
    ) {
        self.lowest = lowest
        self.consent = consent
        self.hasHadPrekeys = hasHadPrekeys
    }

    /// Whether a wrap may have a grade.
    ///
    /// - Parameter grade: the grade that a device's prekey, or its lack, permits.
    /// - Returns: whether it is not too low.
    public func permits(_ grade: SecrecyGrade) -> Bool {
        if grade >= lowest { return true }
        guard grade == .identity else { return false }
        switch consent {
        case .none: return false
        case .firstContact: return !hasHadPrekeys && lowest != .oneTime
        case .thisMessage: return true
        }
    }

    /// Remembers what a message was sent at.
    ///
    /// - Parameter grades: the grades of its wraps for the contact.
    public mutating func remember(_ grades: some Sequence<SecrecyGrade>) {
        if grades.contains(where: { $0 > .identity }) { hasHadPrekeys = true }
        if consent == .thisMessage { consent = .none }
    }
}
