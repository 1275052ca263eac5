#if os(Linux) && Desktop
import HoldfastCore

/// One prompt at a claimed reader: starts it, tells the person, counts, stops it.
struct FingerprintConversation: Sendable {
    static let triesOfOnePrompt = 3

    let device: FingerprintDevice
    let prompt: Prompt
    let shower: any FingerprintPrompt
    let brake: FingerprintBrake
    let timeout: Duration

    /// What can happen while a finger is waited for.
    enum Event: Sendable {
        case status(name: String, isDone: Bool)
        case serviceGone
        case timedOut
        case canceled
    }

    /// What a finger, or the want of one, came to.
    private enum Reading {
        case match
        case noMatch
    }

    /// Asks until a finger is recognised or the prompt ends.
    func outcome() async -> Result<Void, KeychainError> {
        do throws(KeychainError) {
            try await converse()
            // It is recognised whether or not that can still be shown.
            await tell(.done(isRecognized: true))
            return .success(())
        } catch {
            await tell(.done(isRecognized: false))
            return .failure(error)
        }
    }

    private func converse() async throws(KeychainError) {
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        let following = try await follow { feed.yield($0) }
        defer { withExtendedLifetime(following) {} }
        let timeout = timeout
        let timer = Task {
            do {
                try await Task.sleep(for: timeout)
                feed.yield(.timedOut)
            } catch {
                // Cancelled, because the prompt has ended.
            }
        }
        defer { timer.cancel() }
        let outcome = await withTaskCancellationHandler {
            await answer(events)
        } onCancel: {
            feed.yield(.canceled)
        }
        try outcome.get()
    }

    private func answer(_ events: AsyncStream<Event>) async -> Result<Void, KeychainError> {
        do throws(KeychainError) {
            return .success(try await ask(events))
        } catch {
            return .failure(error)
        }
    }

    private func ask(_ events: AsyncStream<Event>) async throws(KeychainError) {
        var iterator = events.makeAsyncIterator()
        let gesture = try await attempt { () async throws(BusFailure) in
            try await device.gesture()
        }
        for left in (0..<Self.triesOfOnePrompt).reversed() {
            switch try await reading(gesture, &iterator) {
            case .match:
                brake.reset()
                return
            case .noMatch:
                brake.count()
                try brake.check()
                if left > 0 { try await shower.show(.noMatch(triesLeft: left), for: prompt) }
            }
        }
        throw KeychainError(.authFailed, "the finger is none of those that are enrolled")
    }

    /// Has the reader wait for a finger once.
    private func reading(
        _ gesture: FingerprintStep.Gesture, _ events: inout AsyncStream<Event>.Iterator
    ) async throws(KeychainError) -> Reading {
        try await attempt { () async throws(BusFailure) in
            _ = try await device.call("VerifyStart", [.text("any")])
        }
        let result: Result<Reading, KeychainError>
        do throws(KeychainError) {
            try await shower.show(.place(gesture), for: prompt)
            result = .success(try await nextReading(&events))
        } catch {
            result = .failure(error)
        }
        await stop()
        return try result.get()
    }

    /// fprintd wants it also after an outcome; where the service is gone nothing is left to stop.
    private func stop() async {
        do throws(BusFailure) {
            _ = try await device.call("VerifyStop")
        } catch {
            return
        }
    }

    private func nextReading(
        _ events: inout AsyncStream<Event>.Iterator
    ) async throws(KeychainError) -> Reading {
        while true {
            // The stream has no end of its own; `nil` is the end of the task.
            switch await events.next() ?? .canceled {
            case .status(let name, let isDone):
                if let reading = try await meaning(of: name, isDone) { return reading }
            case .serviceGone: throw Self.broken("the fingerprint service ended")
            case .timedOut:
                throw KeychainError(
                    .systemCanceled, "no finger came within \(timeout.components.seconds) s")
            case .canceled: throw KeychainError(.userCanceled, "the prompt was closed")
            }
        }
    }

    /// - Note: fprintd, "VerifyStatus": the names, and that `done` ends the operation.
    private func meaning(
        of name: String, _ isDone: Bool
    ) async throws(KeychainError) -> Reading? {
        switch name {
        case "verify-match": return .match
        case "verify-no-match": return .noMatch
        case "verify-disconnected": throw Self.broken("the fingerprint reader was unplugged")
        default:
            guard !isDone else { throw Self.broken("the fingerprint reader failed") }
            try await shower.show(.again(Self.trouble(name)), for: prompt)
            return nil
        }
    }

    private static func trouble(_ name: String) -> FingerprintStep.Trouble {
        switch name {
        case "verify-swipe-too-short": .tooShort
        case "verify-finger-not-centered": .notCentered
        case "verify-remove-and-retry": .lift
        default: .unclear
        }
    }

    private static func broken(_ message: String) -> KeychainError {
        KeychainError(
            .biometryNotAvailable, message, nativeDomain: "fprintd",
            advice: "see whether `fprintd-verify` works, then try again")
    }

    private func follow(
        _ yield: @escaping @Sendable (Event) -> Void
    ) async throws(KeychainError) -> BusFollowing {
        let match = BusMatch(
            sender: device.owner, path: device.path, interface: FingerprintDevice.interface,
            member: "VerifyStatus")
        return try await attempt { () async throws(BusFailure) in
            try await device.bus.follow(match) { event in
                switch event {
                case .signal(let message):
                    guard let name = message.body.first?.text,
                        let isDone = message.body.last?.flag
                    else { return }
                    yield(.status(name: name, isDone: isDone))
                // The process that had our claim is gone; another of its name has none.
                case .ownerChanged, .ended: yield(.serviceGone)
                }
            }
        }
    }

    private func attempt<R>(
        _ body: () async throws(BusFailure) -> R
    ) async throws(KeychainError) -> R {
        do throws(BusFailure) {
            return try await body()
        } catch {
            throw FingerprintDevice.error(error)
        }
    }

    private func tell(_ step: FingerprintStep) async {
        do throws(KeychainError) {
            try await shower.show(step, for: prompt)
        } catch {
            return
        }
    }
}
#endif
