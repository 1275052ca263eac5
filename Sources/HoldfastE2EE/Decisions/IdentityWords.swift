/// What an app tells the person about a decision, in plain English, with a key for translations (P9).
public struct IdentityWords: Sendable, Hashable {
    /// The key under which a translation is found.
    public let key: String
    /// A line.
    public let title: String
    /// What happened, what it means, what to do.
    public let body: String

    init(_ key: String, _ title: String, _ body: String) {
        self.key = "holdfast.identity.\(key)"
        self.title = title
        self.body = body
    }

    /// The words for a decision; `nil` where there is nothing to tell.
    ///
    /// - Parameter decision: what was decided.
    public init?(_ decision: IdentityDecision) {
        switch decision {
        case .proceed, .registerAgain, .firstInstall: return nil
        case .reinstalled:
            self.init(
                "reinstalled", "Welcome back",
                "The app was installed anew and this device was recognised. Messages from before "
                    + "come back with your recovery phrase or another device.")
        case .rolledBack:
            self.init(
                "rolledBack", "This device's data is an older copy",
                "The app's data was restored from a backup or copied. The device gets a new key "
                    + "before it sends anything; your messages stay.")
        case .revoked:
            self.init(
                "revoked", "This device was removed",
                "Another of your devices, or this one, has removed it from your account. Its keys "
                    + "are erased, and nothing new arrives here; your messages are still here. To "
                    + "use it again, let it in with another device or your recovery phrase.")
        case .removalWaits:
            self.init(
                "removalWaits", "This device is being removed",
                "Another of your devices, or your recovery phrase, has removed this one. If that "
                    + "was not you, say so on this device now. Nothing on it is erased yet.")
        case .keyLost(.invalidated):
            self.init(
                "invalidated", "This device needs a new key",
                "Your fingerprints, face or passcode changed, or the hardware that held the key was "
                    + "cleared: the key is gone. Your messages are still here. Confirm on another device or with your "
                    + "recovery phrase.")
        case .keyLost(.missing), .keyLost(.foreign):
            self.init(
                "keyLost", "This device needs a new key",
                "The device's key is gone, as after a move to another phone. Your messages are "
                    + "still here. Confirm on another device or with your recovery phrase.")
        case .newDevice:
            self.init(
                "newDevice", "A new device",
                "Bring your messages here with another device or with your recovery phrase. "
                    + "Without either you can start anew; your contacts will be told.")
        case .notYet(let delay): self.init(delay)
        case .needsDecision:
            self.init(
                "needsDecision", "Something does not fit together",
                "This device's key, its messages and the server disagree. Nothing was changed. "
                    + "Please contact support with the report of this app.")
        }
    }

    private init?(_ delay: IdentityDecision.Delay) {
        switch delay {
        case .keyLocked:
            self.init(
                "locked", "Unlock your device",
                "The key can be used once the device has been unlocked. Nothing is lost.")
        case .serverNotHeard:
            self.init(
                "offline", "Waiting for the server",
                "The app needs to hear from the server before it goes on. Nothing is lost.")
        case .databaseUnreadable, .keyStoreDown, .notCertain:
            self.init(
                "waiting", "Not ready yet",
                "The device does not answer for its keys or data at this moment. Nothing is lost; "
                    + "the app tries again.")
        case .promptEnded: return nil
        }
    }
}
