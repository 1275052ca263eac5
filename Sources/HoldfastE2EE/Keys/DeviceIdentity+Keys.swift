import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceIdentity {
    /// The key that the device signs with.
    ///
    /// - Returns: the key; it works in the background.
    /// - Throws: ``IdentityError/notPermitted(_:)`` unless the last opening permits sending.
    public func signingKey() throws(IdentityError) -> BackgroundKey {
        signingKey(of: try sendingRecord())
    }

    /// The key that messages to the device are encrypted to.
    ///
    /// - Returns: the key; it works in the background.
    /// - Throws: as ``signingKey()``.
    public func agreementKey() throws(IdentityError) -> BackgroundKey {
        let record = try sendingRecord()
        return BackgroundKey(
            record.agreementKeyName, record.device.agreementKey, in: parts.agreementKeys)
    }

    /// The key that signs only with the person there.
    ///
    /// - Returns: the key; `nil` if the device has none.
    /// - Throws: as ``signingKey()``.
    public func presenceKey() throws(IdentityError) -> PresenceKey? {
        presenceKey(of: try sendingRecord())
    }

    func signingKey(of record: IdentityRecord) -> BackgroundKey {
        BackgroundKey(record.signingKeyName, record.device.signingKey, in: parts.keys)
    }

    func presenceKey(of record: IdentityRecord) -> PresenceKey? {
        guard let name = record.presenceKeyName, let key = record.device.presenceKey else {
            return nil
        }
        return PresenceKey(name, key, in: parts.keys)
    }

    private func sendingRecord() throws(IdentityError) -> IdentityRecord {
        guard let opening, opening.decision.maySend, let record = opening.record else {
            throw .notPermitted(opening?.decision)
        }
        return record
    }
}

extension DeviceIdentity {
    /// What a new presence key is to be, if the device can have one now.
    ///
    /// A device without an enrolled finger, or without a passcode, gets none; its record says so,
    /// and ``renew(withNewPresenceKey:)`` makes one later.
    func newPresence(
        _ suffix: some StringProtocol & Sendable
    ) async throws(IdentityError) -> PresencePlan? {
        guard let control = parts.presence, try await canUse(control) else { return nil }
        return try await stored { () throws(KeychainError) in
            PresencePlan(
                name: try IdentityNames.key("approve-" + suffix), accessControl: control, key: nil)
        }
    }

    private func canUse(_ control: AccessControl) async throws(IdentityError) -> Bool {
        let (keys, queue) = (parts.keys, queue)
        return try await stored { () throws(KeychainError) in
            try await queue.run { () throws(KeychainError) in
                try keys.canUse(control) == .available
            }
        }
    }

    /// The presence key of a record, for its successor to keep; `nil` if there is none that works.
    func keptPresence(of record: IdentityRecord) async throws(IdentityError) -> PresencePlan? {
        guard let name = record.presenceKeyName, let key = record.device.presenceKey else {
            return nil
        }
        let keys = parts.keys
        let known = try await stored { () throws(KeychainError) in
            try await keys.attributes(of: name)
        }
        guard let known, known.invalidation == nil else { return nil }
        return PresencePlan(
            name: name, accessControl: known.protection.accessControl, key: key)
    }

    /// Makes the presence key that was planned; it is noted before anything hangs on it.
    func makePresenceKey(
        _ intent: inout IdentityIntent, mayPrompt: Bool
    ) async throws(IdentityError) -> P256PublicKey? {
        guard let plan = intent.presence else { return nil }
        if let key = plan.key { return key }
        guard mayPrompt else {
            throw .keychain(
                KeychainError(.authRequired, "the key that needs the person has yet to be made"))
        }
        guard try await canUse(plan.accessControl) else {
            intent.presence = nil
            try await write(intent)
            return nil
        }
        var protection = plan.protection
        protection.keyStorage = parts.keyStorage
        let (keys, chosen) = (parts.keys, protection)
        let key = try await stored { () throws(KeychainError) in
            // The public half of one that was made and not noted would need the person to be read.
            try await keys.remove(plan.name)
            return try await keys.create(
                plan.name, use: .signing, protection: chosen, prompt: .standard)
        }
        intent.presence = PresencePlan(
            name: plan.name, accessControl: plan.accessControl, key: key)
        try await write(intent)
        return key
    }
}

/// What key of a device is to need the person.
struct PresencePlan: Sendable, Hashable {
    let name: ItemKey
    let accessControl: AccessControl
    /// The public half, once the key is made.
    let key: P256PublicKey?

    /// The class that the key is made in; what else it needs, its access control says.
    var protection: ItemProtection {
        var protection = KeyUse.foreground.protection
        protection.accessControl = accessControl
        return protection
    }
}
