/// Something that happens to an iPhone and has no like on others.
public enum IOSEvent: Sendable, Hashable {
    /// The phone unlocks in the middle of an operation: after so many uses of class keys.
    case unlocksAfterOperations(Int)
    /// The next decryption of a value is refused as if the phone were locked, once.
    case refusesNextDecryption
    /// Each evaluation of an access control is followed by the demand for another one.
    case authenticationNeverSettles
    /// securityd dies; so many calls find nobody who answers.
    case daemonDies(calls: Int)
    /// All rows of an account decode to nothing any more.
    case damages(account: String)
    /// A system update changes what the domain state of one and the same set of fingers looks like.
    case changesDomainState
    /// The next evaluation that would ask the person ends with this `LAError` code instead.
    case nextPromptEnds(code: Int)
    /// The person denies Face ID to an app.
    case deniesBiometry(AppIdentifier)
}

extension IOSEvent: CustomStringConvertible {
    /// The trouble in a few words.
    public var description: String {
        switch self {
        case .unlocksAfterOperations(let count): "the phone unlocks after \(count) key uses"
        case .refusesNextDecryption: "the next decryption is refused"
        case .authenticationNeverSettles: "every evaluation is followed by another"
        case .daemonDies(let calls): "\(calls) calls find no daemon"
        case .damages(let account): "the rows of \(account) are damaged"
        case .nextPromptEnds(let code): "the next prompt ends with LAError \(code)"
        case .changesDomainState: "a system update changes the domain state"
        case .deniesBiometry(let app): "Face ID is denied to \(app)"
        }
    }
}
