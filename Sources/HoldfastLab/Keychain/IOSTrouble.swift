/// Something that goes wrong inside the keychain of an iPhone, or a choice that only it knows.
public enum IOSTrouble: Sendable, Hashable {
    /// The phone unlocks in the middle of an operation: after so many uses of class keys.
    case unlocksAfterOperations(Int)
    /// The next decryption of a value is refused as if the phone were locked, once.
    case refusesNextDecryption
    /// Each evaluation of an access control is followed by the demand for another one.
    case authenticationNeverSettles
    /// The next calls find no daemon.
    case noDaemon(calls: Int)
    /// All rows of an account decode to nothing any more.
    case damages(account: String)
    /// A system update changes what the domain state of one and the same set of fingers looks like.
    case changesDomainState
    /// The person denies Face ID to an app.
    case deniesBiometry(AppIdentifier)
}
