/// The table by which a device decides at each start whether it is still who it was.
///
/// | key | database | device log | decision |
/// | --- | --- | --- | --- |
/// | ready | current | same key | proceed |
/// | ready | current | unreachable, unconfirmed | proceed, not confirmed |
/// | ready | missing | same key | reinstalled |
/// | ready | other install, behind | same key | rolled back |
/// | ready | current | revoked | revoked |
/// | missing, foreign, invalidated | any that holds an identity | revoked | revoked |
/// | ready | current | removal waits | removal waits |
/// | ready | current | unknown | register again |
/// | missing, foreign | any that holds an identity | same key | key lost |
/// | invalidated | current, behind | same key | key lost |
/// | invalidated | other install | same key | key lost, as by a move to another phone |
/// | missing | missing | no account | first install |
/// | missing | missing | other devices | new device |
/// | locked now, cancelled, backend down | any | any | not yet |
///
/// A database that cannot be read, and a server that was not heard where its word is needed, mean
/// that nothing can be said yet. Every other combination stops: no key is made, nothing is
/// removed.
public enum IdentityTable {
    /// Decides.
    ///
    /// - Parameter findings: what the witnesses say.
    /// - Returns: the decision; the same for the same findings.
    public static func decision(for findings: IdentityFindings) -> IdentityDecision {
        switch findings.key {
        case .lockedNow: return .notYet(.keyLocked)
        case .cancelled: return .notYet(.promptEnded)
        case .backendDown: return .notYet(.keyStoreDown)
        case .ready, .invalidated, .missing, .foreign: break
        }
        guard findings.database != .unreadable else { return .notYet(.databaseUnreadable) }
        switch (findings.key, findings.database, findings.directory) {
        case (.ready, .current, let directory): return withCurrentDatabase(directory)
        case (.ready, .missing, .sameKey): return .reinstalled
        case (.ready, .otherInstall, .sameKey), (.ready, .behind, .sameKey): return .rolledBack
        case (.missing, .missing, .noAccount): return .firstInstall
        case (.missing, .missing, .otherDevices): return .newDevice
        case (.missing, let database, .sameKey) where database.holdsIdentity:
            return .keyLost(.missing)
        case (.foreign, let database, .sameKey) where database.holdsIdentity:
            return .keyLost(.foreign)
        case (.invalidated, .current, .sameKey), (.invalidated, .behind, .sameKey):
            return .keyLost(.invalidated)
        // Its keys went when it learned of it, or before.
        case (.missing, let database, .revoked), (.foreign, let database, .revoked),
            (.invalidated, let database, .revoked):
            return database.holdsIdentity ? .revoked : .needsDecision
        // A backup brings an Android vault to another phone, and none of its keys.
        case (.invalidated, .otherInstall, .sameKey): return .keyLost(.missing)
        case (_, _, .unreachable), (_, _, .unconfirmed): return .notYet(.serverNotHeard)
        default: return .needsDecision
        }
    }

    private static func withCurrentDatabase(_ directory: DirectoryProbe) -> IdentityDecision {
        switch directory {
        case .sameKey: .proceed(isConfirmed: true)
        case .unreachable, .unconfirmed: .proceed(isConfirmed: false)
        case .revoked: .revoked
        case .removalWaits: .removalWaits
        case .unknown: .registerAgain
        case .otherKey, .noAccount, .otherDevices: .needsDecision
        }
    }
}
