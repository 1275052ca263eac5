import HoldfastCore
import HoldfastE2EE
import HoldfastRecovery
import HoldfastWire

extension BackupTargetError {
    /// Says what a relay's failure means for a backup.
    init(_ error: RelayError) {
        switch error {
        case .refused(let refusal): self.init(refusal)
        case .later(let seconds):
            self = .unreachable(retryAfterSeconds: UInt64(clamping: seconds))
        case .transport, .notARelay, .cancelled: self = .unreachable(retryAfterSeconds: nil)
        case .otherRelay, .clock: self = .refused
        case .key(.keychain(let error)): self = .storage(error)
        case .key:
            self = .storage(
                KeychainError(.keyInvalidated, "the key of the device's identity is not there"))
        case .crypto(let error):
            self = .storage(
                KeychainError(.unknown, "a cryptographic primitive failed: \(error.message)"))
        }
    }

    private init(_ refusal: RelayRefusal) {
        switch refusal.code {
        case .conflict: self = .conflict
        case .quota, .storageFull: self = .full
        case .tooMany, .failed, .unavailable, .tooSlow:
            let seconds = refusal.retryAfterSeconds
            self = .unreachable(retryAfterSeconds: seconds > 0 ? seconds : nil)
        case .malformed, .notLoggedIn, .wrongTime, .forbidden, .notFound, .methodNotAllowed,
            .stale, .removed, .lengthRequired, .tooLarge, .wrongType, .refusedEntry,
            .headersTooLarge:
            self = .refused
        }
    }
}

/// Runs a body that speaks to a relay, as a backup's target does.
func asTarget<R: Sendable>(
    _ body: @Sendable () async throws(RelayError) -> R
) async throws(BackupTargetError) -> R {
    do throws(RelayError) {
        return try await body()
    } catch {
        throw BackupTargetError(error)
    }
}

/// Reads manifests as a relay has handed them out.
///
/// - Throws: ``BackupTargetError/damaged(_:)`` or ``BackupTargetError/newerFormat``.
func readManifests(_ stored: [[UInt8]]) throws(BackupTargetError) -> [SignedManifest] {
    var manifests: [SignedManifest] = []
    for bytes in stored {
        do throws(WireError) {
            manifests.append(try SignedManifest(bytes))
        } catch {
            throw error.reason == .newerVersion
                ? .newerFormat : .damaged(BackupDamage(.manifest, .malformed))
        }
    }
    return manifests
}
