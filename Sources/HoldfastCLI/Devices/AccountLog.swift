import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// An account's device log as a directory gives it, verified from its first entry.
struct AccountLog: Sendable {
    /// What the log says.
    let log: DeviceLog
    /// The entries, in order; the place of each is its number.
    let entries: [SignedLogEntry]

    /// Fetches a log and verifies all of it.
    ///
    /// - Parameters:
    ///   - account: whose log.
    ///   - directory: who is asked, and not believed.
    ///   - known: the newest place that was verified before; the log must have it.
    /// - Returns: the log.
    /// - Throws: `DATA_CORRUPTED` where the directory gives something else than it may, in words
    ///   that tell a log that was cut, one that was forked and one that does not verify apart;
    ///   what kept the directory from answering.
    static func read(
        _ account: AccountID, from directory: any AccountDirectory,
        after known: LogHead? = nil
    ) async throws(KeychainError) -> AccountLog {
        let entries: [SignedLogEntry]
        do throws(DirectoryError) {
            entries = try await directory.entries(of: account, from: 0)
        } catch {
            throw KeychainError(error, of: directory, knowsPlace: known != nil)
        }
        let log = try verified(entries, account)
        if let known { try expect(known, in: log, from: directory.place) }
        return AccountLog(log: log, entries: entries)
    }

    private static func verified(
        _ entries: [SignedLogEntry], _ account: AccountID
    ) throws(KeychainError) -> DeviceLog {
        do throws(LogError) {
            guard let first = entries.first else { throw LogError(.wrongSequence, at: 0) }
            var log = try DeviceLog(genesis: first, of: account)
            try log.append(contentsOf: Array(entries.dropFirst()))
            return log
        } catch {
            throw KeychainError(log: error)
        }
    }

    /// Refuses a log that lacks a place which was verified before, or has another entry there.
    private static func expect(
        _ known: LogHead, in log: DeviceLog, from place: DirectoryPlace
    ) throws(KeychainError) {
        switch log.relation(to: known) {
        case .same, .older: return
        case .newer:
            throw KeychainError(
                .dataCorrupted,
                "\(place.noun)'s log ends at entry \(log.head.sequence), and entry"
                    + " \(known.sequence) was seen before: it was cut, or is an old copy",
                advice: KeychainError.otherCopy(of: place))
        case .forked:
            throw KeychainError(
                .dataCorrupted,
                "\(place.noun) has another entry \(known.sequence) than was seen before: a fork",
                advice: KeychainError.otherCopy(of: place))
        }
    }
}

extension KeychainError {
    /// What to do about a directory that gives what it may not.
    static let otherCopy =
        "put a true copy of the directory in its place, and find out who changed it; nothing was"
        + " written"

    /// The same, about a place that is known.
    static func otherCopy(of place: DirectoryPlace) -> String {
        switch place {
        case .file: otherCopy
        case .relay:
            "ask who runs the relay, and compare with your other devices; nothing was sent or"
                + " written"
        }
    }

    /// The error for a log that does not verify, or an entry that does not follow it.
    init(log error: LogError) {
        let place = "entry \(error.sequence) of the device log"
        let (message, advice): (String, String) =
            switch error.reason {
            case .otherAccount: ("\(place) is of another account", Self.otherCopy)
            case .wrongSequence: ("\(place) stands where another one belongs", Self.otherCopy)
            case .fork: ("\(place) follows another one than it says: a fork", Self.otherCopy)
            case .unknownAuthor:
                ("\(place) is by a device that may not sign it any more", Self.otherCopy)
            case .badSignature:
                ("\(place) has a signature that is not its author's", Self.otherCopy)
            case .notPermitted:
                ("the account does not let this device do that", "do it on another device")
            case .deviceExists: ("the device is, or was, in the account already", "make a new one")
            case .unknownDevice:
                ("there is no such device in the account now", "see 'holdfast device list'")
            case .notPending:
                ("there is nothing of that number to object to", "see 'holdfast device list'")
            case .tooLate: ("the time to object is over", "see 'holdfast device list'")
            case .tooEarly: ("the time to object is not over", "see 'holdfast device list'")
            case .tooMany:
                ("the account has as many devices or waiting changes as it can", "revoke some")
            case .libraryFailure: ("the cryptographic library failed", "try again")
            }
        self.init(Self.code(of: error.reason), message, advice: advice)
    }

    private static func code(of reason: LogError.Reason) -> Code {
        switch reason {
        case .otherAccount, .wrongSequence, .fork, .unknownAuthor, .badSignature: .dataCorrupted
        case .libraryFailure: .unknown
        default: .invalidArgument
        }
    }

    /// The error for a directory that gave no answer, or no good one.
    ///
    /// - Parameters:
    ///   - error: what it said.
    ///   - directory: knows more of it.
    ///   - knowsPlace: whether the account was seen in it before.
    init(_ error: DirectoryError, of directory: any AccountDirectory, knowsPlace: Bool) {
        let noun = directory.place.noun
        switch error {
        case .unreachable:
            self =
                directory.trouble
                ?? KeychainError(.unknown, "\(noun) does not answer", nativeDomain: "errno")
        case .refused:
            self =
                directory.trouble
                ?? StoreConflict.versionChanged.error
        case .unknownAccount where knowsPlace:
            self.init(
                .dataCorrupted, "\(noun) has lost the account, or is another one",
                advice: Self.otherCopy(of: directory.place))
        case .unknownAccount:
            self.init(
                .invalidArgument, "\(noun) does not know the account",
                advice: "check the account's id, and \(directory.place.option)")
        }
    }
}
