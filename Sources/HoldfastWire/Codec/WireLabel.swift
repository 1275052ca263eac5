/// Every label that separates one use of a key or hash from another: the only place for them.
///
/// A label never changes its meaning; a new meaning gets a new version. Inputs behind a label have
/// a fixed length or their length in front.
///
/// | label | of what | inputs | gives |
/// | --- | --- | --- | --- |
/// | `holdfast/device/v1` | SHA-256 | SubjectPublicKeyInfo, 91 bytes | ``DeviceID`` |
/// | `holdfast/log-entry/v1` | SHA-256 | the entry's bytes | ``EntryHash`` |
/// | `holdfast/relay-session/v1` | HKDF info | SHA-256 of a ``LoginStatement`` | a session's key |
/// | `holdfast/relay-grant/v1` | HMAC | a ticket with its length, its end | ``SessionGrant/proof`` |
/// | `holdfast/relay-request/v1` | HMAC | see ``RequestProof`` | ``RequestProof/tag`` |
public enum WireLabel: String, Sendable, CaseIterable {
    /// Names a device.
    case device = "holdfast/device/v1"
    /// Names an entry of a device log.
    case logEntry = "holdfast/log-entry/v1"
    /// Makes the key of a session with a relay.
    case relaySession = "holdfast/relay-session/v1"
    /// Shows a client that the relay has its key.
    case relayGrant = "holdfast/relay-grant/v1"
    /// Shows a relay that a request is a session's.
    case relayRequest = "holdfast/relay-request/v1"

    /// The label as bytes.
    public var bytes: [UInt8] { Array(rawValue.utf8) }
}
