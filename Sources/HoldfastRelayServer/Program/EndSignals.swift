#if os(Linux)
internal import Glibc

/// The signals that end a relay, kept from all threads and taken by one.
struct EndSignals: Sendable {
    private static let numbers = [SIGTERM, SIGINT, SIGHUP]

    /// Keeps them from the calling thread and all that it starts from now on.
    init() {
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // A client that went away is an error of a write, not the end of the relay.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for one of them.
    func wait() -> Int32 {
        var set = Self.set
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return number
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}
#endif
