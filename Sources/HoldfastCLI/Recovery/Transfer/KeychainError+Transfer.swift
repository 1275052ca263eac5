import HoldfastCore
import HoldfastRecovery

extension KeychainError {
    /// The error for a history that was not handed over or not taken.
    ///
    /// - Parameters:
    ///   - error: what was thrown.
    ///   - place: where the history is on its way.
    init(transfer error: RecoveryError, at place: BackupPlace) {
        var known = KeychainError(error, at: place)
        let (message, advice): (String, String)
        switch error {
        case .noBackup, .doesNotOpen, .unfinished:
            // Others' backups may be there; none of them is the one that was sent.
            known = KeychainError(.noBackup, at: place)
            message = "what the other device has sent is not here: it was taken, or given up"
            advice = "'holdfast device transfer' on that device says which"
        case .damaged, .countsDiffer, .rolledBack:
            message = "what is here is not what the other device has sent: \(known.message)"
            advice = "nothing was changed; send it anew: 'holdfast device transfer --anew' there"
        case .unknownSigner:
            message = "it is by a device, or for one, that the account does not have"
            advice = "see 'holdfast device list'; take it from no other account's device"
        case .notEnrolled:
            message = "no transfer is under way"
            advice = "'holdfast device transfer --anew' begins one"
        case .occupied:
            message = known.message
            advice = "nothing was changed; --keep takes the history in and keeps all that is here"
        default:
            self = known
            return
        }
        self.init(
            known.code, message, nativeDomain: known.nativeDomain, nativeCode: known.nativeCode,
            advice: advice)
    }
}
