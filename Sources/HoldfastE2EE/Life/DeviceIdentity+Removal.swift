import HoldfastCore
import HoldfastWire

extension DeviceIdentity {
    /// Removes the private keys of a device that is out of its account.
    ///
    /// The key by which the device is known goes last: until then a start after a death finds the
    /// device as it was before and removes the rest. Marker, database and history stay.
    func removeKeys(of record: IdentityRecord) async throws(IdentityError) {
        let (keys, agreementKeys) = (parts.keys, parts.agreementKeys)
        try await stored { () throws(KeychainError) in
            try await agreementKeys.remove(record.agreementKeyName)
            if let presence = record.presenceKeyName { try await keys.remove(presence) }
            try await keys.remove(record.signingKeyName)
        }
    }

    /// Whether the account's log has put out the device whose old key was to sign the new one in:
    /// nobody can finish that any more.
    func isPutOut(_ intent: IdentityIntent) async -> Bool {
        guard case .renewal(let previous, _) = intent.way else { return false }
        let (keys, name) = (parts.keys, intent.signingKeyName)
        do throws(IdentityError) {
            let members = try await verifiedLog(of: previous.account).log.facts.members
            let key = try await stored { () throws(KeychainError) in
                try await keys.publicKey(of: name, prompt: .standard)
            }
            let isIn = key.map { members[DeviceID(signingKey: $0)] != nil } ?? false
            return members[previous.device.id]?.isActive == false && !isIn
        } catch {
            // Nothing is known then, and what is under way stays.
            return false
        }
    }
}
