import CLinux
import Glibc
import HoldfastCore

/// Catches the signals that would end or stop the process while something must be put back first:
/// a terminal that hides what is typed, a temporary directory.
///
/// A handler may do next to nothing, and any thread may run it: it writes the signal's number to a
/// pipe, which the question waits for beside the terminal.
final class TerminalSignals {
    /// The signals that stop a process instead of ending it.
    static let stops: Set<Int32> = [SIGTSTP, SIGTTIN, SIGTTOU]

    /// The signals that end a process.
    static let ends: Set<Int32> = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Can be read once one of the signals has come.
    let readEnd: Int32
    private let writeEnd: Int32
    private var dispositions: [(signal: Int32, before: sigaction)] = []

    /// Starts catching.
    ///
    /// One object at a time: there is one pipe for the handlers.
    ///
    /// - Parameter signals: which ones.
    /// - Throws: `UNKNOWN` if there are no descriptors left; nothing is caught then.
    init(catching signals: Set<Int32>) throws(KeychainError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw KeychainError(errno: errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A full pipe must not hold the handler up; one number in it is enough.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        pipeOfSignals = writeEnd
        for signal in signals.sorted() { catchSignal(signal) }
    }

    private func catchSignal(_ signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            let number = errno
            var byte = UInt8(truncatingIfNeeded: signal)
            _ = Glibc.write(pipeOfSignals, &byte, 1)
            errno = number
        }
        var before = sigaction()
        guard sigaction(signal, nil, &before) == 0 else { return }
        // Ignored by whoever started us (nohup): it stays ignored.
        if before.isIgnored { return }
        if sigaction(signal, &action, nil) == 0 { dispositions.append((signal, before)) }
    }

    /// Whether one of the signals came so far.
    var haveCome: Bool {
        var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Waits for the terminal.
    ///
    /// - Returns: whether it has something to read; `false` if a signal came.
    func waitForInput(on descriptor: Int32) throws(KeychainError) -> Bool {
        while true {
            var entries = [
                pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&entries, 2, -1) < 0 {
                if errno == EINTR { continue }
                throw KeychainError(errno: errno)
            }
            if entries[0].revents != 0 { return false }
            if entries[1].revents != 0 { return true }
        }
    }

    /// Lets a signal that was caught do what it does to any program, before this returns.
    ///
    /// One that is sent to the process comes to another thread, since those that run tasks block
    /// signals, and a moment later: time enough to write half a result and to end with status 0.
    ///
    /// - Parameter signal: one that is caught no more.
    static func deliver(_ signal: Int32) {
        var one = sigset_t()
        sigemptyset(&one)
        sigaddset(&one, signal)
        pthread_sigmask(SIG_UNBLOCK, &one, nil)
        raise(signal)
    }

    /// Stops catching and puts back what was before.
    ///
    /// - Returns: the first signal that came, to be sent again.
    func end() -> Int32? {
        for (signal, before) in dispositions {
            var before = before
            sigaction(signal, &before, nil)
        }
        pipeOfSignals = -1
        var byte: UInt8 = 0
        close(writeEnd)
        defer { close(readEnd) }
        return read(readEnd, &byte, 1) == 1 ? Int32(byte) : nil
    }
}

// Safe although unchecked: written only while no handler that reads it is installed, before the
// first sigaction and after the last; the handler reads one aligned number. Its start is a
// constant, so that no lazy initialisation runs inside a handler.
nonisolated(unsafe) private var pipeOfSignals: Int32 = -1
