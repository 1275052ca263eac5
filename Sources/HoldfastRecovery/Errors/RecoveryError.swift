public import HoldfastCore
public import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// Why a backup was not made, or not restored.
///
/// Each cause is one of its own, with its own advice.
///
/// None carries a word, a key or anything that was in the backup (P10).
public enum RecoveryError: Error, Sendable, Equatable {
    /// The words are no phrase.
    case phrase(PhraseError)
    /// The words are a phrase, and it is another one than this backup's.
    case doesNotOpen
    /// There is no backup here.
    case noBackup
    /// A backup was begun here and no generation of it was finished.
    case unfinished
    /// A part of the backup is not what it was.
    case damaged(BackupDamage)
    /// Newer generations of it were seen than the one that is here.
    case rolledBack(known: UInt64, found: UInt64)
    /// It is of a version that this program does not know; it is not damaged.
    case newerFormat(BackupDamage.Part)
    /// It asks for more or less work for each phrase than is borne; no memory was taken.
    case costsOutOfBounds
    /// It was signed by a device that the account's log does not know.
    case unknownSigner(DeviceID)
    /// Another device wrote a generation in the meantime.
    case conflict(BackupConflict)
    /// A backup under another phrase is here; it is replaced only by who says so.
    case otherPhrase
    /// A backup is here that this device cannot open; it was left as it is.
    case cannotOpen
    /// So many records came out of a table, and so many should have.
    case countsDiffer(BackupTable, expected: UInt64, found: UInt64)
    /// There is content where the backup should be restored to; it was left as it is.
    case occupied
    /// A record is longer than a record may be, or its name is.
    case recordTooLong
    /// The device could not take its place in the account.
    case identity(IdentityError)
    /// The account cannot have this recovery recipient: it has one, its recovery key is another
    /// phrase's, or the name is none.
    case recipientNotPossible
    /// No backup is switched on.
    case notEnrolled
    /// The place of the backup failed.
    case target(BackupTargetError)
    /// The device's own store failed.
    case store(KeychainError)
    /// A cryptographic operation failed.
    case crypto(CryptoError)
}

/// Who was faster.
public struct BackupConflict: Sendable, Hashable {
    /// The device.
    public let device: DeviceID
    /// Its place in the account.
    public let slot: SlotID
    /// The name that the person gave it.
    public let deviceName: String
    /// The generation that it wrote.
    public let generation: UInt64
    /// When it did, by its own clock, in seconds since 1970.
    public let created: Int64
}

/// Runs a body that speaks cryptography.
func recovering<R>(_ body: () throws(CryptoError) -> R) throws(RecoveryError) -> R {
    do throws(CryptoError) {
        return try body()
    } catch {
        throw .crypto(error)
    }
}

/// Runs a body that reads a structure, and says which part is damaged or newer if it cannot.
func decoding<R>(
    _ part: BackupDamage.Part, _ body: () throws(WireError) -> R
) throws(RecoveryError) -> R {
    do throws(WireError) {
        return try body()
    } catch {
        throw RecoveryError(error, in: part)
    }
}

extension RecoveryError {
    /// Says what bytes that are not what they should be mean for a part of a backup.
    init(_ error: WireError, in part: BackupDamage.Part) {
        switch error.reason {
        case .newerVersion: self = .newerFormat(part)
        case .truncated: self = .damaged(BackupDamage(part, .truncated))
        case .trailingBytes: self = .damaged(BackupDamage(part, .trailing))
        case .notCanonical, .tooLong, .invalidValue:
            self = .damaged(BackupDamage(part, .malformed))
        }
    }
}
