extension IdentityDecision: CustomStringConvertible {
    /// The decision in a few plain words, for the journal and for whoever looks for a mistake; what
    /// a person is told, ``IdentityWords`` has.
    public var description: String {
        switch self {
        case .proceed(isConfirmed: true): "goes on"
        case .proceed: "goes on, not confirmed by the server"
        case .reinstalled: "the app was installed anew and the key is still there"
        case .rolledBack: "the database is an old copy or another installation's"
        case .revoked: "removed from the account"
        case .removalWaits: "removed from the account by a change that can be undone"
        case .registerAgain: "the server has lost the device"
        case .keyLost(.invalidated): "the platform destroyed the key"
        case .keyLost(.missing): "the key is gone"
        case .keyLost(.foreign): "another key has the key's name"
        case .firstInstall: "no device yet"
        case .newDevice: "a new device of an account"
        case .notYet(let delay): "waits: \(delay)"
        case .needsDecision: "stops: what was found does not go together"
        }
    }
}

extension IdentityDecision.Delay: CustomStringConvertible {
    /// The reason in a few plain words.
    public var description: String {
        switch self {
        case .keyLocked: "the key is locked"
        case .promptEnded: "a prompt was ended"
        case .keyStoreDown: "the key store failed"
        case .databaseUnreadable: "the database cannot be read"
        case .serverNotHeard: "the server was not heard or not believed"
        case .notCertain: "it is not certain enough"
        }
    }
}

extension IdentityFindings: CustomStringConvertible {
    /// The findings in a few plain words.
    public var description: String {
        "key \(Self.words(key.rawValue)), database \(Self.words(database.rawValue)), log"
            + " \(Self.words(directory.rawValue))"
    }

    /// The words of which the name of a case is made.
    private static func words(_ name: String) -> String {
        name.reduce(into: "") { words, letter in
            words += letter.isUppercase ? " " + letter.lowercased() : String(letter)
        }
    }
}
