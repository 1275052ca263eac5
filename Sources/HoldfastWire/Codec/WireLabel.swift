/// Every label that separates one use of a key or hash from another: the only place for them.
///
/// A label never changes its meaning; a new meaning gets a new version. Inputs behind a label have
/// a fixed length or their length in front. What is signed is separated by ``SignaturePurpose``.
///
/// | label | of what | inputs | gives |
/// | --- | --- | --- | --- |
/// | `holdfast/device/v1` | SHA-256 | SubjectPublicKeyInfo, 91 bytes | ``DeviceID`` |
/// | `holdfast/log-entry/v1` | SHA-256 | the entry's bytes | ``EntryHash`` |
/// | `holdfast/device-record/v1` | SHA-256 | the record's bytes | ``RecordHash`` |
/// | `holdfast/device-set/v1` | SHA-256 | ids of devices in order, 32 bytes each | ``RecipientAccount/devices`` |
/// | `holdfast/content/v1` | SHA-256 | salt, 32 bytes; the content | ``ContentID`` |
/// | `holdfast/prekey/v1` | SHA-256 | SubjectPublicKeyInfo, 91 bytes | ``PrekeyID`` |
/// | `holdfast/prekey-row/v1` | context of a sealed row | account, device, prekey, grade, epoch | – |
/// | `holdfast/body/v1` | HKDF info | suite, message, attempt, sender: 84 bytes | key, nonce, commitment |
/// | `holdfast/wrap-context/v1` | SHA-256 | what ``WrapContext`` lists | what a wrap is bound to |
/// | `holdfast/wrap-prekey/v1` | HPKE info | wrap context, 32 bytes | first layer, to the prekey |
/// | `holdfast/wrap/v1` | HPKE info | wrap context, 32 bytes | the layer to the device |
/// | `holdfast/psk/v1` | HPKE exporter context | nothing | pre-shared key, 32 bytes |
/// | `holdfast/relay-session/v1` | HKDF info | SHA-256 of a ``LoginStatement`` | a session's key |
/// | `holdfast/relay-grant/v1` | HMAC | a ticket with its length, its end | ``SessionGrant/proof`` |
/// | `holdfast/relay-request/v1` | HMAC | see ``RequestProof`` | ``RequestProof/tag`` |
public enum WireLabel: String, Sendable, CaseIterable {
    /// Names a device.
    case device = "holdfast/device/v1"
    /// Names an entry of a device log.
    case logEntry = "holdfast/log-entry/v1"
    /// Names what an account says of a device.
    case deviceRecord = "holdfast/device-record/v1"
    /// Names a set of devices.
    case deviceSet = "holdfast/device-set/v1"
    /// Names what a message says.
    case content = "holdfast/content/v1"
    /// Names a prekey.
    case prekey = "holdfast/prekey/v1"
    /// Seals a prekey's private half in the device's own database.
    case prekeyRow = "holdfast/prekey-row/v1"
    /// Derives what seals a message's body.
    case body = "holdfast/body/v1"
    /// Binds a wrap to its message, its device and its grade.
    case wrapContext = "holdfast/wrap-context/v1"
    /// Wraps to a prekey.
    case wrapPrekey = "holdfast/wrap-prekey/v1"
    /// Wraps to a device.
    case wrap = "holdfast/wrap/v1"
    /// Carries the secret of the layer to the prekey into the layer to the device.
    case preSharedKey = "holdfast/psk/v1"
    /// Makes the key of a session with a relay.
    case relaySession = "holdfast/relay-session/v1"
    /// Shows a client that the relay has its key.
    case relayGrant = "holdfast/relay-grant/v1"
    /// Shows a relay that a request is a session's.
    case relayRequest = "holdfast/relay-request/v1"

    /// The label as bytes.
    public var bytes: [UInt8] { Array(rawValue.utf8) }
}
