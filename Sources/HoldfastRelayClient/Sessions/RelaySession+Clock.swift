import HoldfastE2EE

extension RelaySession {
    /// Refuses to go on with a clock that is so wrong that what it dates is refused elsewhere.
    ///
    /// - Throws: ``RelayError`` with `clock`, or what kept the relay from telling its time.
    func checkClock() async throws(RelayError) {
        try await begin()
        guard !isClockRight else { return }
        // It may have been set since the relay was asked.
        _ = try await greet()
        guard isClockRight else { throw .clock(ahead: clockAhead ?? 0) }
    }

    private var isClockRight: Bool {
        (clockAhead ?? 0).magnitude <= PrekeyVerifier.clockTolerance.magnitude
    }
}
