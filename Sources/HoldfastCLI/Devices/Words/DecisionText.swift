import HoldfastCore
import HoldfastE2EE

/// What an identity's decision means to a person at a shell, and what they can do.
enum DecisionText {
    /// A line: what is the matter.
    static func title(_ decision: IdentityDecision) -> String {
        if let words = IdentityWords(decision) { return words.title }
        switch decision {
        case .proceed(isConfirmed: true): return "In order"
        case .proceed: return "In order, as far as the directory can be heard"
        case .registerAgain: return "The directory does not know this device"
        case .firstInstall: return "No device of an account"
        default: return "Waiting"
        }
    }

    /// What happened and what it means; `nil` where the title says it all.
    static func body(_ decision: IdentityDecision) -> String? { IdentityWords(decision)?.body }

    /// The command, or the choice of commands, that leads on; `nil` where there is nothing to do.
    static func advice(_ decision: IdentityDecision) -> String? {
        switch decision {
        case .proceed: nil
        case .registerAgain: "'holdfast device register' gives the directory back what it has lost"
        case .firstInstall:
            "'holdfast device init' begins an account, 'holdfast device request' asks to be let into"
                + " one"
        case .reinstalled, .rolledBack:
            "'holdfast device replace' gives it a new key, signed by the old one"
        case .revoked:
            "'holdfast device list' says who removed it; 'holdfast device request' asks to be let in"
                + " as another device"
        case .removalWaits:
            "'holdfast device list' says who removed it, 'holdfast device veto ENTRY' undoes it"
        case .keyLost:
            "'holdfast device request' asks another device for its place, 'holdfast device init"
                + " --start-anew' begins a new account"
        case .newDevice:
            "'holdfast device request' asks another device to let it in, 'holdfast device init"
                + " --start-anew' begins a new account"
        case .notYet(.keyLocked): "run 'holdfast unlock'"
        case .notYet(.serverNotHeard): "check --directory, and that its disk is there"
        case .notYet: "try again"
        case .needsDecision: "run 'holdfast doctor', and change nothing before it is understood"
        }
    }

    /// What `device show` exits with.
    static func exitStatus(_ decision: IdentityDecision) -> Int32 {
        switch decision {
        case .proceed: 0
        case .notYet(.keyLocked): 3
        case .notYet: 9
        case .revoked, .removalWaits, .keyLost: 7
        case .firstInstall, .reinstalled, .rolledBack, .registerAgain, .newDevice, .needsDecision:
            6
        }
    }

    /// The decision as a word, for scripts.
    static func word(_ decision: IdentityDecision) -> String {
        switch decision {
        case .proceed(isConfirmed: true): "proceed"
        case .proceed: "proceedUnconfirmed"
        case .reinstalled: "reinstalled"
        case .rolledBack: "rolledBack"
        case .revoked: "revoked"
        case .removalWaits: "removalWaits"
        case .registerAgain: "registerAgain"
        case .keyLost(let loss): "keyLost." + loss.rawValue
        case .firstInstall: "firstInstall"
        case .newDevice: "newDevice"
        case .notYet(let delay): "notYet." + delay.rawValue
        case .needsDecision: "needsDecision"
        }
    }

    /// Why a decision does not permit what was asked.
    static func error(_ decision: IdentityDecision) -> KeychainError {
        let message = [title(decision), body(decision)].compactMap(\.self).joined(separator: ": ")
        return KeychainError(code(decision), decapitalised(message), advice: advice(decision))
    }

    private static func code(_ decision: IdentityDecision) -> KeychainError.Code {
        switch decision {
        case .notYet: .interactionNotAllowed
        case .revoked, .removalWaits, .keyLost: .keyInvalidated
        case .reinstalled, .rolledBack, .registerAgain, .needsDecision: .dataCorrupted
        case .proceed, .firstInstall, .newDevice: .invalidArgument
        }
    }

    /// For the middle of a line; the sentence's end goes too, since advice follows.
    private static func decapitalised(_ text: String) -> String {
        let sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
        return (sentence.first?.lowercased() ?? "") + sentence.dropFirst()
    }
}
