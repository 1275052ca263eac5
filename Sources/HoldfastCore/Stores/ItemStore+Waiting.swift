extension ItemStore {
    /// Waits until items of a class are readable, for code that starts before the first unlock.
    ///
    /// - Parameters:
    ///   - accessibility: the class to wait for.
    ///   - timeout: how long to wait at most.
    ///   - clock: the clock that measures it; tests bring their own (P12).
    /// - Throws: `INTERACTION_NOT_ALLOWED` when the time is over, the store's own error if it then
    ///   does not answer at all, `SYSTEM_CANCELED` if the task is cancelled.
    public func waitUntilReadable(
        _ accessibility: Accessibility, timeout: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(KeychainError) {
        let outcome = await withTaskGroup(of: WaitOutcome.self) { group in
            group.addTask { await firstReadable(accessibility) }
            group.addTask {
                do {
                    try await clock.sleep(for: timeout)
                    return .timedOut
                } catch {
                    // The only error of a clock's sleep is that the task was cancelled.
                    return .cancelled
                }
            }
            let first = await group.next() ?? .cancelled
            group.cancelAll()
            return first
        }
        try await conclude(outcome, accessibility)
    }

    private func firstReadable(_ accessibility: Accessibility) async -> WaitOutcome {
        for await state in availabilityUpdates() where state.isReadable(accessibility) {
            return .readable
        }
        return .cancelled
    }

    private func conclude(
        _ outcome: WaitOutcome, _ accessibility: Accessibility
    ) async throws(KeychainError) {
        switch outcome {
        case .readable: return
        case .cancelled:
            throw KeychainError(.systemCanceled, "the wait was cancelled")
        case .timedOut:
            if case .unavailable(let error) = await availability() { throw error }
            throw KeychainError(
                .interactionNotAllowed,
                "items of class \(accessibility.rawValue) did not become readable in time")
        }
    }
}

private enum WaitOutcome: Sendable {
    case readable
    case timedOut
    case cancelled
}
