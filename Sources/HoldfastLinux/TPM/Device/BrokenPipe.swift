#if os(Linux) && TPM
import CLinux
import Glibc

/// The signal of a socket whose other end went away.
enum BrokenPipe {
    /// Runs a body in which such a signal does not end the process.
    ///
    /// The library writes to a TPM behind a socket without asking for silence; a library may not
    /// change what the process does on a signal, so it is held back on this thread and taken away.
    static func held<R>(_ body: () -> R) -> R {
        var pipe = sigset_t()
        var before = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        // With a valid set and a valid way none of these calls can fail.
        let wasPending = isPending()
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let result = body()
        if !wasPending && isPending() {
            holdfast_take_pending_signal(&pipe)
        }
        return result
    }

    private static func isPending() -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }
}
#endif
