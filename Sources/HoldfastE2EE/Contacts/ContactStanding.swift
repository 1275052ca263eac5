/// How sure a person can be that a contact's account is the contact's.
public enum ContactStanding: UInt8, Sendable, Hashable, CaseIterable {
    /// The account was taken as it came the first time, and nobody has compared anything.
    case unverified = 0
    /// The numbers were compared: the account's first entry is the contact's. What came after it is
    /// the relay's word until a device of the contact's has named a place in the log.
    case verifiedNumbers = 1
    /// The log, up to a place, is the contact's.
    case verified = 2
    /// It was verified, and then there was another account in its place.
    case noLongerVerified = 3

    /// Whether the person has compared something that still holds.
    public var isVerified: Bool {
        switch self {
        case .verifiedNumbers, .verified: true
        case .unverified, .noLongerVerified: false
        }
    }
}
