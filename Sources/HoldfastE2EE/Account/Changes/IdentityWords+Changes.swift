extension IdentityWords {
    /// The words for the person of a device on who vouched for its new key; `nil` where there is
    /// nothing to tell.
    ///
    /// - Parameter continuity: what an opening says of it.
    public init?(_ continuity: Continuity) {
        switch continuity {
        case .ownKey: return nil
        case .ownDevice:
            self.init(
                "continuedByDevice", "Confirmed by another of your devices",
                "This device has its place again. Your contacts keep your verification and see "
                    + "that one of your devices has confirmed the new key.")
        case .recoveryPhrase:
            self.init(
                "continuedByPhrase", "Confirmed by your recovery phrase",
                "This device has its place again. Your contacts keep your verification and see "
                    + "that your recovery phrase did it. Your other devices are told, and can "
                    + "object for three days.")
        case .nobody:
            self.init(
                "continuedByNobody", "A new account",
                "Nobody has confirmed this device. Contacts who knew you before see another "
                    + "safety number, and are asked before they send to you.")
        }
    }

    /// The words for the person's other devices on a change of the account; `nil` where there is
    /// nothing to tell.
    ///
    /// - Parameter change: what happened.
    public init?(own change: AccountChange) {
        switch change.kind {
        case .replaced where change.continuity == .recoveryPhrase:
            self.init(
                "ownReplacedByPhrase", "Your recovery phrase was used",
                "One of your devices has a new key, and the recovery phrase has put it in its "
                    + "place. If that was not you, object on this device now.")
        case .replaced:
            self.init(
                "ownReplaced", "One of your devices has a new key",
                "It keeps its name and its place. If that was not you, remove it on this device.")
        case .began, .added:
            self.init(
                "ownAdded", "A device was added to your account",
                "If that was not you, remove it on this device.")
        case .removed:
            self.init(
                "ownRemoved", "A device was removed from your account",
                "Nothing new arrives on it. If that was not you, look at your devices now.")
        case .recoveryChanged:
            self.init(
                "ownRecovery", "Your recovery phrase was changed",
                "If that was not you, object on this device now.")
        case .undone:
            self.init(
                "ownUndone", "A change of your devices was undone",
                "Your devices are as they were before it.")
        case .confirmed, .merged: return nil
        }
    }

    /// The words for a contact on a change of the account; `nil` where there is nothing to tell.
    ///
    /// - Parameter change: what happened.
    public init?(contact change: AccountChange) {
        switch change.kind {
        case .replaced where change.continuity == .recoveryPhrase:
            self.init(
                "contactReplacedByPhrase", "Continued by recovery phrase",
                "A device of this contact was replaced, and the contact’s recovery phrase has "
                    + "confirmed the new one. Your verification stays.")
        case .replaced:
            self.init(
                "contactReplaced", "A device was replaced",
                "A device of this contact has a new key, which the contact has confirmed. Your "
                    + "verification stays.")
        case .added:
            self.init(
                "contactAdded", "A device was added",
                "This contact has another device. Your verification stays.")
        case .removed:
            self.init(
                "contactRemoved", "A device was removed",
                "Nothing is encrypted to it any more. Your verification stays.")
        case .began, .recoveryChanged, .undone, .confirmed, .merged: return nil
        }
    }
}
