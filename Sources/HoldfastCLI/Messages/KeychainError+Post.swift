import HoldfastCore
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire

extension KeychainError {
    /// The error for a message that was not sent.
    ///
    /// - Parameters:
    ///   - error: why.
    ///   - address: the relay.
    init(_ error: PostError, at address: RelayAddress) {
        switch error {
        case .relay(let error): self.init(error, at: address)
        case .logs(let error): self.init(error, at: address)
        case .seal(let error): self.init(error)
        case .gradeTooLow(let grades, _):
            self.init(
                relay: "no prekey that is good enough for"
                    + " \(grades.keys.sorted().map { "\($0)" }.joined(separator: ", "))",
                "it is tried again with each command; or agree to grade C with --accept-grade-c")
        case .key(let error): self.init(error)
        case .identity(let error): self = Self.identity(error)
        case .ledger(let error): self = error
        case .deviceRemoved(let isProven): self = Self.removed(isProven)
        case .counterBehind(let number):
            self.init(
                .dataCorrupted,
                "the relay has forwarded message \(number) of this device, and the device's own"
                    + " count is behind it: its data was set back, or runs twice",
                advice:
                    "nothing was sent; see 'holdfast device show', then 'holdfast device replace'")
        case .stopped(let reason): self.init(reason)
        case .unknownMessage: self.init(.dataCorrupted, "a message that waits is gone")
        case .crypto: self.init(.unknown, "the cryptographic library failed")
        }
    }

    private static func identity(_ error: IdentityError) -> KeychainError {
        switch error {
        case .keychain(let error): error
        case .notPermitted(let decision): DecisionText.error(decision ?? .needsDecision)
        case .log(let error): KeychainError(log: error)
        case .joining(let error): KeychainError(joining: error)
        case .directory: KeychainError(relay: "the relay does not answer", "try again")
        }
    }

    private static func removed(_ isProven: Bool) -> KeychainError {
        isProven
            ? KeychainError(
                .keyInvalidated, "this device was removed from its account",
                advice: "'holdfast device list' says who removed it")
            : KeychainError(
                .dataCorrupted,
                "the relay says that this device was removed, and the account's log does not",
                advice: "ask who runs the relay; nothing was changed")
    }

    private init(_ error: SealError) {
        switch error {
        case .onHold(_, let hold):
            let what =
                hold == .fork
                ? "two versions of the contact's devices are about"
                : "another account is in the contact's place"
            self.init(
                .dataCorrupted, what + ": nothing is sent",
                advice: "'holdfast device verify' the contact, then send it with --again")
        case .olderLog, .otherLog:
            self.init(
                .dataCorrupted,
                "the relay's log of the contact is not the one that was seen before",
                advice: "ask who runs the relay; nothing was sent")
        case .noRecipients:
            self.init(.invalidArgument, "there is no device to send it to")
        case .senderNotInAccount: self = Self.removed(true)
        case .tooLong: self.init(.invalidArgument, "the message is too long", advice: "shorten it")
        case .gradeTooLow, .crypto: self.init(.unknown, "the cryptographic library failed")
        }
    }

    private init(_ reason: OutboxStep.StopReason) {
        switch reason {
        case .tooLarge:
            self.init(.invalidArgument, "it is larger than the relay takes", advice: "send less")
        case .forkedLog:
            self.init(
                .dataCorrupted, "the relay shows two versions of somebody's devices",
                advice: "'holdfast device verify' the contact, then send it with --again")
        case .falseLog:
            self.init(
                .dataCorrupted, "the relay shows devices that nobody has signed",
                advice: "ask who runs the relay; nothing was sent")
        case .refusedTooOften:
            self.init(
                relay: "the relay refuses it again and again, and shows nothing new",
                "send it with --again later, or ask who runs the relay")
        }
    }

    /// The error for an account's log that is not known as far as it should be.
    init(_ error: LogsError, at address: RelayAddress) {
        switch error {
        case .memory(let error): self = error
        case .directory(let account, .unknownAccount):
            self.init(
                .invalidArgument, "\(address) does not know the account \(account)",
                advice: "check the account's id, and --relay")
        case .directory:
            self.init(relay: "\(address) gives no device log", "check --relay and the network")
        case .falseLog(_, let error): self.init(log: error)
        case .forked(let account, let place):
            self.init(
                .dataCorrupted,
                "the relay has another entry \(place) of \(account) than was seen before: a fork",
                advice: "compare with the other devices; nothing was sent")
        case .olderLog(let account, let known, let shown):
            self.init(
                .dataCorrupted,
                "the relay's log of \(account) ends at entry \(shown.sequence), and entry"
                    + " \(known.sequence) was seen before: it keeps entries back, or lost them",
                advice: "ask who runs the relay; nothing was sent")
        }
    }

    /// The error for prekeys that were not offered.
    init(_ error: PrekeyDeskError, at address: RelayAddress) {
        switch error {
        case .relay(let error): self.init(error, at: address)
        case .keeper(.keychain(let error)): self = error
        case .keeper(.key(let error)): self.init(error)
        case .keeper(.crypto): self.init(.unknown, "the cryptographic library failed")
        }
    }
}
