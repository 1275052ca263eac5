import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// A device as a command line names it: the beginning of its id.
enum DeviceReference {
    private static let leastCount = 8

    /// The device of an account that a word names.
    ///
    /// - Parameters:
    ///   - word: 8 or more digits of the id. A name is none: the one who chose it may be anybody.
    ///   - facts: what the account's log says.
    ///   - action: what fails otherwise.
    /// - Returns: the device.
    /// - Throws: `INVALID_ARGUMENT` if it names none, or several.
    static func find(
        _ word: String, in facts: LogFacts, _ action: String
    ) throws(Failure) -> LogMember {
        let digits = word.lowercased()
        guard digits.utf8.count >= leastCount else {
            throw failure("an id is named by 8 of its digits at least", action)
        }
        let found = facts.members.values.filter {
            Hexadecimal.text(of: $0.record.id.bytes).utf8.starts(with: digits.utf8)
        }
        guard let member = found.first else {
            throw failure("the account has no device \(Quoted.text(word))", action)
        }
        guard found.count == 1 else {
            throw failure("\(Quoted.text(word)) begins the ids of several devices", action)
        }
        return member
    }

    private static func failure(_ message: String, _ action: String) -> Failure {
        Failure(
            KeychainError(.invalidArgument, message, advice: "see 'holdfast device list'"), action)
    }
}

extension OptionDeclaration {
    static let reason = Self(
        "reason", value: "REASON", "why a device is no longer in the account",
        completion: .choices(ReasonWord.allCases.map(\.rawValue)))
}

/// The reasons that a person can give.
enum ReasonWord: String, CaseIterable {
    case lost
    case retired
    case invalidated

    /// The reason as the log has it.
    var reason: RemovalReason {
        switch self {
        case .lost: .lost
        case .retired: .retired
        case .invalidated: .invalidated
        }
    }
}

extension KeychainError {
    /// The error for a device that cannot be let into an account.
    init(joining error: JoinError) {
        let (message, advice): (String, String) =
            switch error {
            case .otherAccount:
                ("the request is for another account than this device's", "check who asks")
            case .outdated:
                (
                    "the account has changed since the request was made",
                    "have it made again: 'holdfast device request'"
                )
            case .notAddressed:
                (
                    "the request was not made for this device's approval",
                    "have it made again, or approve it on another device"
                )
            case .notSigned:
                (
                    "the device that asks has not signed the request: somebody changed it",
                    "have it made again, and bring it here another way"
                )
            case .unknownDevice:
                ("the device whose place is wanted is not in the account", "see 'device list'")
            case .noApprover:
                (
                    "no device of the account can approve it: a place is given away only by a"
                        + " device that has a key for its person",
                    "ask for a place of its own, without --replace"
                )
            case .tooManyApprovers:
                ("too many devices could approve it", "name one of them with --approver")
            case .otherRecoveryKey:
                ("the account's recovery phrase is another one, or it has none", "check the phrase")
            }
        let isChanged = error == .notSigned
        self.init(isChanged ? .dataCorrupted : .invalidArgument, message, advice: advice)
    }
}
