import HoldfastCrypto
import HoldfastRelayClient
import HoldfastWire

/// Answers with what a test has prepared, in order, and remembers what it was asked.
final class ScriptedTransport: RelayTransport {
    typealias Answer = Result<RelayHTTPAnswer, TransportFailure>

    private let state: Locked<(answers: [Answer], targets: [String])>

    init(_ answers: [Answer]) {
        state = Locked((answers, []))
    }

    var targets: [String] { state.withLock { $0.targets } }

    func exchange(
        _ request: RelayHTTPRequest
    ) async throws(TransportFailure) -> RelayHTTPAnswer {
        let next: Answer? = state.withLock { state in
            state.targets.append(request.target)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        guard let next else { throw TransportFailure(.unreachable) }
        return try next.get()
    }
}

extension ScriptedTransport.Answer {
    static func refusal(
        _ code: RelayRefusal.Code, _ status: Int, after seconds: UInt64 = 0
    ) -> Self {
        .success(
            RelayHTTPAnswer(
                status: status,
                body: RelayRefusal(code, now: 0, retryAfterSeconds: seconds).bytes))
    }
}

/// Goes between a client and a real relay, and does to answers what a test says.
final class TamperingTransport: RelayTransport {
    typealias Change =
        @Sendable (RelayHTTPRequest, RelayHTTPAnswer) throws(TransportFailure) -> RelayHTTPAnswer

    private let base: any RelayTransport
    private let stand = Locked<(@Sendable (RelayHTTPRequest) -> RelayHTTPAnswer?)?>(nil)
    private let state = Locked<(change: Change?, requests: [String])>((nil, []))

    init(_ base: any RelayTransport) {
        self.base = base
    }

    /// Method and target of all requests so far.
    var requests: [String] { state.withLock { $0.requests } }

    func count(_ beginning: String) -> Int { requests.count { $0.hasPrefix(beginning) } }

    /// Does so to the answers from now on; `nil` for nothing.
    func change(_ change: Change?) { state.withLock { $0.change = change } }

    /// Answers so itself, and asks the relay only where that gives nothing; `nil` for never.
    func standIn(_ stand: (@Sendable (RelayHTTPRequest) -> RelayHTTPAnswer?)?) {
        self.stand.withLock { $0 = stand }
    }

    /// Does so to the next answer whose request begins so, once.
    func changeOnce(_ beginning: String, _ change: @escaping Change) {
        let isDone = Locked(false)
        self.change { (request, answer) throws(TransportFailure) in
            guard request.description.hasPrefix(beginning) else { return answer }
            let isFirst = isDone.withLock { done in
                defer { done = true }
                return !done
            }
            return isFirst ? try change(request, answer) : answer
        }
    }

    func exchange(
        _ request: RelayHTTPRequest
    ) async throws(TransportFailure) -> RelayHTTPAnswer {
        let change = state.withLock { state in
            state.requests.append(request.description)
            return state.change
        }
        if let answer = stand.withLock({ $0 })?(request) { return answer }
        let answer = try await base.exchange(request)
        guard let change else { return answer }
        return try change(request, answer)
    }
}

/// A clock that goes on by what is slept, at once, and remembers it.
final class SleeplessClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Locked<(now: Instant, sleeps: [Duration])>((Instant(offset: .zero), []))

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(deadline.offset - state.now.offset)
            state.now = max(state.now, deadline)
        }
    }
}
