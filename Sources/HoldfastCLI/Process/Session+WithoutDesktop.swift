#if !os(Linux) || !Desktop
import HoldfastLinux

extension Session {
    /// Nobody: this build knows no fingerprint reader.
    var presenceVerifier: (any PresenceVerifier)? { nil }
}
#endif
