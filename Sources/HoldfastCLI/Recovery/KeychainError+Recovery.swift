import HoldfastCore
import HoldfastRecovery

extension KeychainError {
    /// The error for a backup that was not made or not restored: the library's code, with what a
    /// person at a shell can do.
    ///
    /// - Parameters:
    ///   - error: what was thrown.
    ///   - place: where the backup is, for the advice.
    init(_ error: RecoveryError, at place: BackupPlace?) {
        switch error {
        case .phrase(let error): self.init(error)
        case .target(let error): self = place?.trouble(error) ?? error.keychainError
        case .store(let error): self = error
        default:
            let known = error.keychainError
            self.init(
                known.code, Self.message(error) ?? known.message,
                nativeDomain: known.nativeDomain, nativeCode: known.nativeCode,
                advice: Self.advice(error, place))
        }
    }

    private static func message(_ error: RecoveryError) -> String? {
        switch error {
        case .doesNotOpen:
            "these words are a recovery phrase, and it does not open this backup"
        case .damaged(let damage): "the backup is damaged: \(words(damage))"
        case .rolledBack(let known, let found):
            "generation \(known) of the backup was seen before, and "
                + (found == 0 ? "none is here" : "\(found) is the newest here")
        case .conflict(let other):
            "\(Quoted.text(other.deviceName)) has backed up in the meantime,"
                + " at \(UnixTime(seconds: other.created))"
        case .countsDiffer(let table, let expected, let found):
            "\(found) of \(expected) \(table) came out of the backup"
        default: nil
        }
    }

    private static func words(_ damage: BackupDamage) -> String {
        let part = damage.index.map { "\(damage.part.rawValue) \($0)" } ?? damage.part.rawValue
        return switch damage.kind {
        case .missing: "\(part) is missing"
        case .truncated: "\(part) ends too early"
        case .trailing: "something follows \(part) that is none of it"
        case .changed: "\(part) is not what was written"
        case .misplaced: "\(part) belongs elsewhere"
        case .malformed: "\(part) is not what the format says"
        case .contradictory: "\(part) contradicts what it holds"
        }
    }

    private static func advice(_ error: RecoveryError, _ place: BackupPlace?) -> String? {
        switch error {
        case .doesNotOpen:
            "look whether it is another backup's; 'holdfast phrase verify --from FILE --repair'"
                + " looks for a slip of one word"
        case .noBackup: place?.adviceForNone
        case .unfinished: "run 'holdfast backup now' on the device that began it"
        case .damaged, .countsDiffer:
            "use another copy of the backup; while a device has the data, begin a new one:"
                + " 'holdfast phrase change --leaked'"
        case .rolledBack: "find the newer copy; somebody may have put an old one back"
        case .newerFormat, .costsOutOfBounds: "update to a newer version"
        case .unknownSigner: "do not restore it; it is not your account's"
        case .conflict: "run it again: what the other device wrote is kept"
        case .otherPhrase:
            "find out whose it is; --beside begins another one beside it, under this phrase"
        case .cannotOpen: "it was left as it is; name another place with --to"
        case .occupied:
            "nothing was changed; --keep takes the backup in and keeps all that is here"
        case .recordTooLong, .recipientNotPossible: nil
        case .notEnrolled: "run 'holdfast backup on' first"
        case .phrase, .target, .store, .crypto, .identity: nil
        }
    }
}
