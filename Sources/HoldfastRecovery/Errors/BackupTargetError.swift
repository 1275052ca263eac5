public import HoldfastCore

/// Why the place of a backup did not do what it was asked.
///
/// Nothing was acknowledged then.
public enum BackupTargetError: Error, Sendable, Equatable {
    /// The newest generation is not the one that the new one follows.
    case conflict
    /// There is no room left, or the account has used what it may.
    case full
    /// It cannot be reached, or it fails; worth trying again, after so many seconds if it said so.
    case unreachable(retryAfterSeconds: UInt64?)
    /// What is stored there is not what the format says.
    case damaged(BackupDamage)
    /// What is stored there is of a newer format.
    case newerFormat
    /// It refuses, for a reason that does not go away by itself.
    case refused
    /// A call of the system failed.
    case storage(KeychainError)

    /// The same as one of the codes that an app handles already (P11).
    public var keychainError: KeychainError {
        switch self {
        case .conflict: .conflict("another backup is the newest", 17)
        case .full: .conflict("there is no room for the backup", 18)
        case .unreachable: .conflict("the place of the backup does not answer", 19)
        case .damaged: .recovery(.dataCorrupted, "the backup is damaged", 3)
        case .newerFormat: .recovery(.unsupported, "the backup is of a newer format", 7)
        case .refused: .recovery(.invalidArgument, "the place of the backup refuses it", 20)
        case .storage(let error): error
        }
    }
}

extension RecoveryError {
    /// Says what a target's failure means for a backup: damage there is damage of the backup.
    init(_ error: BackupTargetError) {
        switch error {
        case .damaged(let damage): self = .damaged(damage)
        case .newerFormat: self = .newerFormat(.file)
        default: self = .target(error)
        }
    }
}

/// Runs a body that speaks to a target.
func atTarget<R>(
    _ body: () async throws(BackupTargetError) -> R
) async throws(RecoveryError) -> R {
    do throws(BackupTargetError) {
        return try await body()
    } catch {
        throw RecoveryError(error)
    }
}

/// Runs a body that speaks to the device's own store.
func atStore<R>(
    _ body: () async throws(KeychainError) -> R
) async throws(RecoveryError) -> R {
    do throws(KeychainError) {
        return try await body()
    } catch {
        throw .store(error)
    }
}
