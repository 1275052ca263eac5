import CLinux
import Glibc

/// What the process came with and changed for itself, kept so that `run` can put it back.
public struct StartState: Sendable {
    /// The command line as bytes, the program's own name left out.
    public let arguments: [[UInt8]]
    private let coreLimit: rlimit
    private let brokenPipe: sigaction
    private let signalMask: sigset_t

    /// Hardens the process and remembers how it was; to be called first of all.
    ///
    /// No core file and no crash report will hold a secret, and no other process of the user may
    /// attach or read the memory (P10). A write to a pipe without a reader gives `EPIPE` and ends nothing. Descriptors
    /// 0 to 2 are open, so that no file opened later can be taken for standard output; one that was
    /// closed fails at its first use.
    ///
    /// - Returns: the state as it was.
    public static func harden() -> StartState {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // Opened the wrong way round, so that it cannot be used by mistake; the lowest free
            // number is this one, because those below it are open by now.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        var coreLimit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &coreLimit)
        var noCore = rlimit(rlim_cur: 0, rlim_max: coreLimit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
        _ = holdfast_prctl(PR_SET_DUMPABLE, 0)
        disarmCrashReports()
        var ignored = sigaction()
        ignored.__sigaction_handler.sa_handler = SIG_IGN
        var brokenPipe = sigaction()
        sigaction(SIGPIPE, &ignored, &brokenPipe)
        var signalMask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &signalMask)
        return StartState(
            arguments: commandLine(), coreLimit: coreLimit, brokenPipe: brokenPipe,
            signalMask: signalMask)
    }

    /// Swift's runtime answers a crash with a report that shows registers and the memory that they
    /// point to; it has set its handlers before `main`, and there are no others by now.
    private static func disarmCrashReports() {
        for signal in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
            var action = sigaction()
            guard sigaction(signal, nil, &action) == 0, !action.isIgnored else { continue }
            action.__sigaction_handler.sa_handler = SIG_DFL
            action.sa_flags = 0
            sigaction(signal, &action, nil)
        }
    }

    /// Puts back what a program that takes this process over should find as if we had not been.
    func restore() {
        var (coreLimit, brokenPipe, signalMask) = (coreLimit, brokenPipe, signalMask)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &coreLimit)
        sigaction(SIGPIPE, &brokenPipe, nil)
        // The thread that gets here need not be the first one, and others may block signals.
        pthread_sigmask(SIG_SETMASK, &signalMask, nil)
    }

    /// `CommandLine.arguments` repairs what is not UTF-8, silently.
    private static func commandLine() -> [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map {
                Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
            }
        }
    }
}

extension sigaction {
    /// Whether the signal is ignored, as `nohup` and shells leave it to a process.
    var isIgnored: Bool {
        // SIG_IGN is the number 1 where a function's address would be.
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
