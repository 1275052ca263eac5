import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// The person at the other end of a pinentry, asked like one at a terminal.
struct PinentryTerminal: Terminal {
    let pinentry: Pinentry

    var isThere: Bool { true }
    var keepsWhatIsShown: Bool { false }

    func askHidden(_ question: String) throws(KeychainError) -> SecretBytes {
        try pinentry.ask(question)
    }

    func confirm(_ question: String) throws(KeychainError) -> Bool {
        try pinentry.confirm(question)
    }

    // A dialog that is closed is gone: what has to be copied to paper needs a terminal.
    func show(
        _ before: String, _ secret: SecretBytes, _ after: String
    ) throws(KeychainError) {
        throw Self.nothingToShowAt
    }

    func tell(_ line: String) throws(KeychainError) {
        throw Self.nothingToShowAt
    }

    private static let nothingToShowAt = KeychainError(
        .noActivity, "a pinentry asks, and shows nothing that stays", advice: "run it in a terminal"
    )
}

/// A pinentry that was asked for and cannot be found: every question says so.
struct MissingPinentry: Terminal {
    let error: KeychainError

    var isThere: Bool { false }
    var keepsWhatIsShown: Bool { false }

    func askHidden(_ question: String) throws(KeychainError) -> SecretBytes { throw error }
    func confirm(_ question: String) throws(KeychainError) -> Bool { throw error }
    func tell(_ line: String) throws(KeychainError) { throw error }

    func show(
        _ before: String, _ secret: SecretBytes, _ after: String
    ) throws(KeychainError) {
        throw error
    }
}
