public import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// Why a relay did not do what it was asked, or is not known to have done it.
///
/// Nothing is lost by any of them: what was to be sent is still where it was.
public enum RelayError: Error, Sendable, Equatable {
    /// No answer, after as many tries as there are.
    case transport(TransportFailure)
    /// What the relay says; it is not signed, and nothing is removed for it.
    case refused(RelayRefusal)
    /// Not now; again in so many seconds, which is longer than a call waits.
    case later(seconds: Int64)
    /// What answered does not answer as a relay does; the status that it gave.
    case notARelay(status: Int)
    /// The relay has not the key that it said, or not the one that is known of it: it may be
    /// another one. The person decides whether to trust its key.
    case otherRelay
    /// This device's clock is ahead of the relay's by so many seconds; below 0 it is behind.
    case clock(ahead: Int64)
    /// This device's key did not sign the login.
    case key(IdentityKeyError)
    /// The library failed.
    case crypto(CryptoError)
    /// The task was cancelled.
    case cancelled
}
