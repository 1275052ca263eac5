/// What the findings mean for the identity.
public enum IdentityDecision: Sendable, Hashable {
    /// All is as it was; `isConfirmed` says whether the server was heard.
    case proceed(isConfirmed: Bool)
    /// The app was installed anew, and its old key has survived.
    case reinstalled
    /// The database is a copy or an old state: nothing may be sent under this identity.
    case rolledBack
    /// The device was put out of its account for good: its keys go, the history stays.
    case revoked
    /// The device was put out of its account, and can still object: nothing is sent, nothing goes.
    case removalWaits
    /// The server lost the device, or is another one: the same record is registered again.
    case registerAgain
    /// The key is gone and the history is there.
    case keyLost(KeyLoss)
    /// Neither key nor history nor account: the first start.
    case firstInstall
    /// Neither key nor history, and an account with other devices: a new phone.
    case newDevice
    /// Nothing can be said yet; ask again later and change nothing.
    case notYet(Delay)
    /// The findings do not go together: change nothing, and let a person look at them.
    case needsDecision

    /// How a key went.
    public enum KeyLoss: String, Sendable, Hashable, CaseIterable {
        /// The platform destroyed it for a change of fingerprints or passcode.
        case invalidated
        /// The key store came without it, as on another phone.
        case missing
        /// Something else has its name.
        case foreign
    }

    /// Why nothing can be said yet.
    public enum Delay: String, Sendable, Hashable, CaseIterable {
        /// The key cannot be used in this state of the device.
        case keyLocked
        /// A prompt was ended.
        case promptEnded
        /// The key store failed.
        case keyStoreDown
        /// The database could not be read.
        case databaseUnreadable
        /// The server's word is needed for this and was not heard, or did not verify.
        case serverNotHeard
        /// The key seems gone, and it is not certain enough to act on.
        case notCertain
    }

    /// Whether following it makes or gives up a key: only after the checks of ``DeviceIdentity``.
    public var changesIdentity: Bool {
        switch self {
        case .reinstalled, .rolledBack, .keyLost, .firstInstall, .newDevice: true
        case .proceed, .revoked, .removalWaits, .registerAgain, .notYet, .needsDecision: false
        }
    }

    /// Whether the device has no key in an account that is known, so that it can be let in.
    ///
    /// What stops for a person's decision is left to the person, if it was found with certainty;
    /// so is whether a device that was put out comes back as another one.
    var permitsJoining: Bool {
        switch self {
        case .keyLost, .newDevice, .revoked, .needsDecision: true
        case .proceed, .reinstalled, .rolledBack, .removalWaits, .registerAgain, .firstInstall,
            .notYet:
            false
        }
    }

    /// Whether messages may be sent under the identity.
    public var maySend: Bool {
        switch self {
        case .proceed, .registerAgain: true
        default: false
        }
    }
}
