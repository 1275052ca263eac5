import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastRelayClient
import HoldfastWire

/// Carries messages of the outbox to a relay, and remembers what came of each.
actor RelayCourier: OutboxCourier {
    private let post: MessagePost
    private let policy: GradePolicy
    /// What the relay has taken.
    private(set) var posted: [MessageID: PostedMessage] = [:]
    /// Why other messages were not sent.
    private(set) var failures: [MessageID: PostError] = [:]

    /// Takes what sends.
    ///
    /// - Parameters:
    ///   - post: seals and uploads.
    ///   - policy: which grades the person permits in this run.
    init(_ post: MessagePost, policy: GradePolicy) {
        self.post = post
        self.policy = policy
    }

    func carry(
        _ message: OutgoingMessage, from outbox: HistoryDatabase
    ) async throws(KeychainError) -> CourierAnswer {
        let failure: PostError
        do throws(PostError) {
            posted[message.id] = try await post.send(message.id, policies: policies(for: message))
            failures[message.id] = nil
            return .accepted
        } catch {
            failure = error
        }
        failures[message.id] = failure
        return try Self.answer(failure)
    }

    private func policies(for message: OutgoingMessage) -> [AccountID: GradePolicy] {
        Dictionary(message.entry.contacts.map { ($0, policy) }) { first, _ in first }
    }

    /// How long a message is put off that waits for nobody but others' devices.
    static let shortWait: Int64 = 1
    private static let longWait: Int64 = 60

    private static func answer(_ error: PostError) throws(KeychainError) -> CourierAnswer {
        switch error {
        case .ledger(let error): throw error
        case .unknownMessage: throw KeychainError(.dataCorrupted, "a message that waits is gone")
        case .relay(let error): return answer(error)
        case .logs(let error): return try answer(error)
        case .seal(.senderNotInAccount), .deviceRemoved, .identity, .counterBehind:
            return .notPermitted
        case .seal(.onHold), .seal(.otherLog), .seal(.noRecipients): return .stopped(.needsPerson)
        case .seal(.tooLong): return .stopped(.tooLarge)
        case .seal, .gradeTooLow, .crypto: return .later(seconds: shortWait)
        case .key(let error): return error.isTemporary ? .later(seconds: shortWait) : .notPermitted
        case .stopped(let reason): return .stopped(OutgoingMessage.StopCause(reason))
        }
    }

    private static func answer(_ error: RelayError) -> CourierAnswer {
        switch error {
        case .later(let seconds): return .later(seconds: seconds)
        case .transport(let failure) where failure.reason == .requestTooLong:
            return .stopped(.tooLarge)
        case .key(let error) where !error.isTemporary: return .notPermitted
        case .refused(let refusal):
            switch refusal.code {
            case .removed, .forbidden, .notLoggedIn: return .notPermitted
            case .notFound: return .stopped(.needsPerson)
            default:
                return .later(seconds: max(longWait, Int64(clamping: refusal.retryAfterSeconds)))
            }
        case .transport, .notARelay, .otherRelay, .clock, .key, .crypto, .cancelled:
            return .unreachable
        }
    }

    private static func answer(_ error: LogsError) throws(KeychainError) -> CourierAnswer {
        switch error {
        case .memory(let error): throw error
        case .directory(_, .unknownAccount): return .stopped(.needsPerson)
        case .directory: return .unreachable
        case .forked: return .stopped(.forkedLog)
        case .falseLog: return .stopped(.falseLog)
        // The relay may show the rest again.
        case .olderLog: return .later(seconds: shortWait)
        }
    }
}
