#if os(Linux) && Desktop
import HoldfastLinux

extension Session {
    /// Who finds out whether the person is there: the machine's fingerprint reader.
    var presenceVerifier: (any PresenceVerifier)? {
        FingerprintReader(prompt: FingerprintLines(terminal: terminal))
    }
}
#endif
