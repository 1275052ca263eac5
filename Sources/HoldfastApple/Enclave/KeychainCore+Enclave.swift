import HoldfastCore
import HoldfastCrypto

/// A key that was found, before it is used.
struct FoundKey: Sendable {
    /// The name of the key's item.
    let item: ItemKey
    let use: DeviceKeyUse
    let protection: ItemProtection
    let record: EnclaveKeyRecord

    /// What a person must show; `nil` for a key that asks for nobody.
    var demand: AccessControlObject? {
        protection.accessControl == .none ? nil : protection.enclaveObject
    }
}

extension ItemProtection {
    /// The access control of a key of the Secure Enclave.
    var enclaveObject: AccessControlObject {
        var object = accessControlObject
        object.flags.insert(.privateKeyUsage)
        return object
    }
}

extension KeychainCore {
    /// Makes a key and keeps it under a name that is free.
    mutating func createKey(
        _ item: ItemKey, _ use: DeviceKeyUse, _ protection: ItemProtection
    ) throws(KeychainError) -> P256PublicKey {
        var session = try open()
        let presence = try presence(of: item, &session, .silent)
        if case .nothing = presence {} else { throw StoreConflict.alreadyExists.error }
        try platform.device.requireUsable(protection.accessControl)
        guard platform.secureEnclave.isAvailable else {
            throw KeychainError(.hardwareUnavailable, "this device has no Secure Enclave")
        }
        let record = try makeKey(use, protection)
        // A key whose blob is not kept exists nowhere: the blob is all there is of it.
        _ = try write(
            WriteRequest(
                key: item, value: record.encoded,
                options: WriteOptions(
                    protection: protection, condition: .ifAbsent, kind: use.enclaveKind),
                isEnclaveKey: true), .silent)
        return record.publicKey
    }

    private func makeKey(
        _ use: DeviceKeyUse, _ protection: ItemProtection
    ) throws(KeychainError) -> EnclaveKeyRecord {
        do {
            let key = try platform.secureEnclave.makeKey(
                for: use.enclaveUse, accessControl: protection.enclaveObject)
            let publicKey = try crypto { () throws(CryptoError) in
                try P256PublicKey(key.publicKey)
            }
            return EnclaveKeyRecord(publicKey: publicKey, blob: key.blob)
        } catch let error as KeychainError {
            throw error
        } catch let error as AppleNativeError {
            throw try explainRefusal(KeychainError(error, "no key can be made"), protection)
        } catch {
            throw KeychainError(.unknown, "no key can be made")
        }
    }

    private func explainRefusal(
        _ error: KeychainError, _ protection: ItemProtection
    ) throws(KeychainError) -> KeychainError {
        if try isLocked(protection) { return Self.hidden }
        let needsPasscode =
            protection.accessibility == .whenPasscodeSetThisDeviceOnly
            || protection.accessControl != .none
        let context = platform.device.makeContext()
        if needsPasscode,
            context.canEvaluate(.deviceOwner) == LocalAuthenticationCode.passcodeNotSet
        {
            return KeychainError(
                .passcodeNotSet, "the key's protection needs a passcode",
                nativeDomain: error.nativeDomain, nativeCode: error.nativeCode)
        }
        return error
    }

    /// Finds a key; nobody is asked.
    mutating func findKey(_ item: ItemKey) throws(KeychainError) -> FoundKey? {
        var session = try open()
        switch try presence(of: item, &session, .silent, withValue: true) {
        case .nothing: return nil
        case .tombstone(let invalidation, let facts):
            guard DeviceKeyUse.allCases.contains(where: { $0.enclaveKind == facts.kind }) else {
                throw EnclaveKeyRecord.isNoKey
            }
            throw invalidation.error
        case .hidden: throw Self.hidden
        case .row(let row):
            let use = try DeviceKeyUse.use(of: row.attributes(of: item))
            return FoundKey(
                item: item, use: use, protection: row.record.protection,
                record: try EnclaveKeyRecord(decoding: row.item(of: item).value))
        }
    }

    /// Uses a key that was found.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` for whatever goes wrong while its class is locked,
    ///   `KEY_INVALIDATED` if the Enclave refuses the key twice while it is not.
    mutating func use<Answer>(
        _ key: FoundKey, _ access: Access,
        _ operation: (any SecureEnclaveCalls, Int?) throws(AppleNativeError) -> Answer
    ) throws(KeychainError) -> Answer {
        var context: Int?
        if case .context(let number) = access { context = number }
        do throws(AppleNativeError) {
            return try operation(platform.secureEnclave, context)
        } catch {
            let first = KeychainError(error, "the key cannot be used")
            if try isLocked(key.protection) { throw Self.hidden }
            guard first.code == .keyInvalidated else { throw first }
        }
        return try useAgain(key, context, operation)
    }

    private mutating func useAgain<Answer>(
        _ key: FoundKey, _ context: Int?,
        _ operation: (any SecureEnclaveCalls, Int?) throws(AppleNativeError) -> Answer
    ) throws(KeychainError) -> Answer {
        let second: KeychainError
        do throws(AppleNativeError) {
            return try operation(platform.secureEnclave, context)
        } catch {
            second = KeychainError(error, "the key cannot be used")
        }
        // Locked in between: what a locked key looks like is no proof.
        if try isLocked(key.protection) { throw Self.hidden }
        guard second.code == .keyInvalidated else { throw second }
        var session = try open()
        guard let facts = session.ledger[session.name(of: key.item)]?.facts else { throw second }
        let tombstone = try bury(key.item, facts, reason(of: facts), &session)
        guard case .tombstone(let invalidation, _) = tombstone else { throw second }
        throw KeychainError(
            .keyInvalidated, invalidation.error.message, nativeDomain: second.nativeDomain,
            nativeCode: second.nativeCode)
    }

    private func isLocked(_ protection: ItemProtection) throws(KeychainError) -> Bool {
        if protection.accessibility.isReadableWhileLocked { return false }
        return try !isUnlocked()
    }
}
