import HoldfastCrypto
import HoldfastWire

/// Every label of a key or hash that recovery derives: the only place for them.
///
/// A label never changes its meaning; a new meaning gets a new version. Inputs behind a label have
/// a fixed length. What is signed is separated by `SignaturePurpose`.
///
/// | label | of what | inputs | gives |
/// | --- | --- | --- | --- |
/// | `holdfast/recovery/v1` | SHA-256 | nothing | salt of Argon2id, its first 16 bytes |
/// | `holdfast/recovery-locator/v1` | HKDF-Expand of the root | nothing | ``Locator``, 16 bytes |
/// | `holdfast/recovery-locator-key/v1` | HKDF-Expand of the root | nothing | seed of a key pair |
/// | `holdfast/recovery-sign/v1` | HKDF-Expand of the root | nothing | seed of the recovery key |
/// | `holdfast/recovery-wrap/v1` | HKDF-Expand of the root | account | seed of a key pair |
/// | `holdfast/recovery-agree/v1` | HKDF-Expand of the root | account | seed of a key pair |
/// | `holdfast/recovery-recipient/v1` | HKDF-Expand of the root | account, number | seed of a key pair |
/// | `holdfast/recovery-slot/v1` | HKDF-Expand of the root | account, number | a place, 16 bytes |
/// | `holdfast/recovery-check/v1` | HKDF-Expand of the root | account | check value, 16 bytes |
/// | `holdfast/backup-wrap/v1` | HPKE info | account, lineage | – |
/// | `holdfast/backup-header/v1` | HKDF-Expand of the backup key | account, lineage | MAC key |
/// | `holdfast/backup-names/v1` | HKDF-Expand of the backup key | account, lineage | HMAC key |
/// | `holdfast/backup-chunks/v1` | HKDF-Expand of the backup key | account, lineage | key |
/// | `holdfast/backup-manifest/v1` | HKDF-Expand of the backup key | account, lineage | key |
/// | `holdfast/backup-borders/v1` | HKDF-Expand of the backup key | account, lineage | HMAC key |
/// | `holdfast/backup-chunk/v1` | context of a sealed chunk | account, lineage, name | – |
/// | `holdfast/backup-state/v1` | context of a sealed manifest | account, lineage, generation | – |
/// | `holdfast/transfer/v1` | info of a transfer's sealed phrase | account, from, to, lineage | – |
/// | `holdfast/transfer-receipt/v1` | SHA-256 of the label and more | hash of the ticket | name of its chunk |
enum RecoveryLabel: String, CaseIterable {
    case salt = "holdfast/recovery/v1"
    case locator = "holdfast/recovery-locator/v1"
    case locatorKey = "holdfast/recovery-locator-key/v1"
    case sign = "holdfast/recovery-sign/v1"
    case wrap = "holdfast/recovery-wrap/v1"
    case agree = "holdfast/recovery-agree/v1"
    case recipient = "holdfast/recovery-recipient/v1"
    case slot = "holdfast/recovery-slot/v1"
    case check = "holdfast/recovery-check/v1"
    case wrapInfo = "holdfast/backup-wrap/v1"
    case headerKey = "holdfast/backup-header/v1"
    case nameKey = "holdfast/backup-names/v1"
    case chunkKey = "holdfast/backup-chunks/v1"
    case manifestKey = "holdfast/backup-manifest/v1"
    case borderKey = "holdfast/backup-borders/v1"
    case chunk = "holdfast/backup-chunk/v1"
    case state = "holdfast/backup-state/v1"
    case transfer = "holdfast/transfer/v1"
    case transferReceipt = "holdfast/transfer-receipt/v1"

    /// The label as bytes.
    var bytes: [UInt8] { Array(rawValue.utf8) }
}
