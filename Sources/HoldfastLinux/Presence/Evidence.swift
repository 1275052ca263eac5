#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// What a person showed for one call.
struct Evidence: Sendable {
    /// The passcode gate's keys by their generation; empty if no passcode was given.
    var gates: [UInt32: SecretBytes] = [:]
    /// Whether the passcode was given.
    var hasPasscode = false
    /// Whether a finger was recognised.
    var isPresent = false
    /// The fingers that are enrolled now, where that was asked.
    var fingers: [String]?

    /// Nothing: a call that never prompts, or has not yet.
    static let none = Evidence()

    /// For work inside the vault that hands no value out: a check, a sealing under new keys.
    static let ofVaultItself = Evidence(isPresent: true)
}

/// What an item asks for that was not shown yet.
enum Demand: CaseIterable {
    case passcode
    case finger
    case fingerOrPasscode

    /// The error of a call that never prompts; the vault's own calls recognise it and ask.
    var error: KeychainError {
        switch self {
        case .passcode:
            KeychainError(.authRequired, "the item asks for the passcode at each use")
        case .finger:
            KeychainError(.authRequired, "the item asks for a finger at each use")
        case .fingerOrPasscode:
            KeychainError(.authRequired, "the item asks for a finger or the passcode at each use")
        }
    }

    /// The demand behind an error; `nil` for any other error.
    init?(_ error: KeychainError) {
        guard let demand = Self.allCases.first(where: { $0.error == error }) else { return nil }
        self = demand
    }
}
#endif
