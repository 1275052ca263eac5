#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    /// Refuses the value of an item that asks for a finger alone, if none was shown.
    ///
    /// A check and not a key: the value is sealed under its class key, as without it.
    ///
    /// - Throws: `AUTH_REQUIRED`.
    func requirePresence(
        _ protection: ItemProtection, _ evidence: Evidence
    ) throws(KeychainError) {
        switch protection.accessControl {
        case .biometryAny, .biometryCurrentSet: break
        case .none, .devicePasscode, .biometryAnyOrPasscode, .biometryCurrentSetOrPasscode: return
        }
        if evidence.isPresent { return }
        if let presenceTime, isRecent(presenceTime, .seconds(protection.authValiditySeconds)) {
            return
        }
        throw Demand.finger.error
    }

    /// The passcode gate's key, for an item of a generation.
    ///
    /// - Returns: `nil` for an item without a gate.
    /// - Throws: `AUTH_REQUIRED` if the key is not in reach.
    func gate(
        _ generation: UInt32, _ metadata: ItemMetadata, _ evidence: Evidence
    ) throws(KeychainError) -> GateKey? {
        guard generation != 0 else { return nil }
        if let key = evidence.gates[generation] {
            return GateKey(generation: generation, key: key)
        }
        let validity = Duration.seconds(metadata.protection.authValiditySeconds)
        if let grant, !isRecent(grant.time, grant.lifetime) { self.grant = nil }
        if let grant, let key = grant.gates[generation],
            isRecent(grant.time, validity) || takesFinger(metadata, evidence)
        {
            return GateKey(generation: generation, key: key)
        }
        wantedValidity = validity
        throw metadata.protection.accessControl == .devicePasscode
            ? Demand.passcode.error : Demand.fingerOrPasscode.error
    }

    /// Whether a finger may open what the passcode opened a while ago.
    var isFingerOfUse: Bool {
        grant.map { isRecent($0.time, configuration.fingerAfterPasscode) } ?? false
    }

    private func takesFinger(_ metadata: ItemMetadata, _ evidence: Evidence) -> Bool {
        guard evidence.isPresent, isFingerOfUse else { return false }
        switch metadata.protection.accessControl {
        case .biometryAnyOrPasscode: return true
        // Another set of fingers than at the writing: only the passcode counts.
        case .biometryCurrentSetOrPasscode:
            return metadata.fingers != nil && metadata.fingers == evidence.fingers
        case .none, .devicePasscode, .biometryAny, .biometryCurrentSet: return false
        }
    }

    private func isRecent(_ time: Duration, _ validity: Duration) -> Bool {
        configuration.clock.sinceBoot - time < validity
    }

    /// Says once that the fingers are others than when an item was written that names their set.
    func noticeFingers(_ metadata: ItemMetadata, _ evidence: Evidence) {
        guard let then = metadata.fingers, let now = evidence.fingers, then != now else { return }
        warn(
            "other fingers are enrolled now than when an item was written that is meant for those"
                + " only; it was opened by the passcode")
    }
}
#endif
