#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto
import HoldfastE2EE

/// Sends what waits in the outbox, in order, and says when to come back.
///
/// It sleeps nowhere and keeps nothing but a count: who calls it waits as long as it says, or until
/// the network is back. A device that is offline for days loses nothing by it.
public actor OutboxPump {
    private let outbox: HistoryDatabase
    private let courier: any OutboxCourier
    private let wallClock: any WallClock
    private let random: any SecureRandom
    private let schedule: RetrySchedule
    private var failures = 0

    /// Takes what the pump works with.
    ///
    /// - Parameters:
    ///   - outbox: where the messages are.
    ///   - courier: carries one message.
    ///   - wallClock: says which messages are due.
    ///   - random: draws the random part of waits.
    ///   - schedule: how long to wait after failures.
    public init(
        _ outbox: HistoryDatabase, courier: any OutboxCourier,
        wallClock: any WallClock = SystemWallClock(), random: any SecureRandom = SystemRandom(),
        schedule: RetrySchedule = RetrySchedule()
    ) {
        self.outbox = outbox
        self.courier = courier
        self.wallClock = wallClock
        self.random = random
        self.schedule = schedule
    }

    /// What came of a round.
    public enum Outcome: Sendable, Hashable {
        /// Nothing waits any more.
        case empty
        /// Come back in so many seconds, or when the network is back.
        case again(seconds: Int64)
        /// Open the identity again, then come back.
        case reconcileIdentity
    }

    /// Tries all messages that are due.
    ///
    /// - Returns: what came of it.
    /// - Throws: what kept the outbox from answering or writing; nothing is lost, come back later.
    public func run() async throws(KeychainError) -> Outcome {
        for message in try await outbox.waitingMessages() where isDue(message) {
            switch try await deliver(message) {
            case .next: continue
            case .unreachable:
                failures += 1
                return .again(seconds: try delay(failures))
            case .notPermitted: return .reconcileIdentity
            }
        }
        return try await outcome()
    }

    private enum Step {
        case next, unreachable, notPermitted
    }

    private func deliver(_ message: OutgoingMessage) async throws(KeychainError) -> Step {
        var message = message
        while true {
            let answer = try await courier.carry(message, from: outbox)
            if answer != .unreachable { failures = 0 }
            switch answer {
            case .accepted: try await outbox.wasAccepted(message.id)
            case .unreachable: return .unreachable
            case .notPermitted: return .notPermitted
            case .stopped(let cause): try await outbox.stop(message.id, because: cause)
            case .later(let seconds): try await postpone(message, seconds)
            case .refused:
                let refusals = try await outbox.wasRefused(message.id)
                guard refusals < OutboxPlanner.refusalLimit else {
                    try await outbox.stop(message.id, because: .refusedTooOften)
                    return .next
                }
                guard let current = try await outbox.outgoingMessage(message.id),
                    current.state != .dropped
                else { return .next }
                message = current
                continue
            }
            return .next
        }
    }

    private func postpone(
        _ message: OutgoingMessage, _ seconds: Int64
    ) async throws(KeychainError) {
        // A server that says "in a year" is not obeyed for that long.
        let wait = max(1, min(seconds, schedule.longest))
        let moment = UnixTime(seconds: wallClock.now.seconds + wait)
        try await outbox.postpone(message.id, until: moment)
    }

    /// A message that was put off further than any wait is due: the clock was set back since.
    private func isDue(_ message: OutgoingMessage) -> Bool {
        guard case .waiting(let moment) = message.state else { return false }
        let now = wallClock.now.seconds
        let (wait, overflows) = moment.subtractingReportingOverflow(now)
        return moment <= now || overflows || wait > schedule.longest
    }

    private func outcome() async throws(KeychainError) -> Outcome {
        let waiting = try await outbox.waitingMessages()
        guard !waiting.isEmpty else { return .empty }
        let now = wallClock.now.seconds
        let waits = waiting.map { message -> Int64 in
            guard case .waiting(let moment) = message.state, !isDue(message) else { return 1 }
            return max(1, moment - now)
        }
        return .again(seconds: waits.min() ?? 1)
    }

    private func delay(_ failures: Int) throws(KeychainError) -> Int64 {
        try crypto { () throws(CryptoError) in
            try schedule.delay(after: failures, random: random)
        }
    }
}
#endif
