import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// The person at the other end of a pinentry, asked like one at a terminal.
struct PinentryTerminal: Terminal {
    let pinentry: Pinentry

    var isThere: Bool { true }

    func askHidden(_ question: String) throws(KeychainError) -> SecretBytes {
        try pinentry.ask(question)
    }

    func confirm(_ question: String) throws(KeychainError) -> Bool {
        try pinentry.confirm(question)
    }
}

/// A pinentry that was asked for and cannot be found: every question says so.
struct MissingPinentry: Terminal {
    let error: KeychainError

    var isThere: Bool { false }

    func askHidden(_ question: String) throws(KeychainError) -> SecretBytes { throw error }
    func confirm(_ question: String) throws(KeychainError) -> Bool { throw error }
}
