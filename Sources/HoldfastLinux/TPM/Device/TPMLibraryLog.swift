#if os(Linux) && TPM
import Glibc

/// The log of the TPM's library, which by default writes to standard error at every wrong PIN.
enum TPMLibraryLog {
    /// Switches the log off, unless the environment says something of its own about it.
    ///
    /// The library offers no call for it: it reads `TSS2_LOG` when it first has something to say.
    /// A C library before glibc 2.41 does not synchronise `setenv` with other threads' `getenv`, so
    /// it is called once in a process, and a program that reads its environment from many threads
    /// does well to set the variable before it starts them.
    static func silence() {
        _ = once
    }

    private static let once: Void = {
        setenv("TSS2_LOG", "all+none", 0)
    }()
}
#endif
