/// What came of scanning a contact's code.
public enum ContactScanOutcome: Sendable, Hashable {
    /// Both logs are the same up to the older of the places that each side knows.
    case matches
    /// The code is of another account than the pinned one, or for another one than this device's.
    case otherAccount
    /// A log has another entry at the place that the code names: one side was shown something else.
    /// Nothing is verified, and sending stops.
    case forked(Side)
    /// The code names a place beyond what is known here: fetch the log and look again.
    case unknownPlace(Side)

    /// Whose log.
    public enum Side: String, Sendable, Hashable, CaseIterable {
        /// The log of this device's account.
        case own
        /// The contact's log.
        case contact
    }
}
