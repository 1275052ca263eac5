#if os(Linux)
internal import Glibc

/// How many files and sockets the system lets a process have.
enum OpenFiles {
    /// What is needed beside connections: the database, its log, listeners, polls.
    private static let spare = 128

    /// Raises the limit as far as needed, and lowers the number of connections where it does not
    /// suffice: a relay that cannot accept would poll in vain.
    static func fit(_ limits: RelayLimits, _ events: EventLog) -> RelayLimits {
        var limits = limits
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return limits
        }
        let wanted = rlim_t(limits.connectionCount + spare)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        if limit.rlim_cur < wanted {
            limits.connectionCount = max(16, Int(limit.rlim_cur) - spare)
            events.write(
                .note, "the limit of open files allows \(limits.connectionCount) connections")
        }
        return limits
    }
}
#endif
