import Glibc

/// Time that this thread had a processor, as `openssl speed` counts for itself.
enum ProcessorTime {
    /// Seconds that one operation takes, from a number of them.
    static func secondsPerOperation(_ count: Int, _ operation: () throws -> Void) throws -> Double {
        let start = try now()
        for _ in 0..<count { try operation() }
        return (try now() - start) / Double(count)
    }

    /// Seconds that one asynchronous call takes, from a number of them, on whichever thread.
    static func secondsPerCall(
        _ count: Int, _ call: @escaping @Sendable () async throws -> Void
    ) throws -> Double {
        let start = try now(CLOCK_PROCESS_CPUTIME_ID)
        try waiting { for _ in 0..<count { try await call() } }
        return (try now(CLOCK_PROCESS_CPUTIME_ID) - start) / Double(count)
    }

    private static func now(_ clock: clockid_t = CLOCK_THREAD_CPUTIME_ID) throws -> Double {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else {
            throw BenchFailure.system("no processor time", errno)
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
