import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceIdentity {
    /// Finishes what a death interrupted, if anything.
    ///
    /// - Returns: why it could not be finished now; `nil` if nothing is left to do.
    func finishIntent() async throws(IdentityError) -> IdentityDecision.Delay? {
        let intent: IdentityIntent?
        do throws(KeychainError) {
            let item = try await parts.store.read(try IdentityNames.intent(), prompt: .standard)
            intent = try item.map { (item) throws(KeychainError) in
                try IdentityIntent(item.value.copyBytes())
            }
        } catch {
            // It came with a backup, and its keys with it: nothing of it can be finished here, and
            // what is to be done the witnesses say. It stays until something takes its place.
            if error.code == .keyInvalidated { return nil }
            // A store that does not answer is a finding; a record that cannot be read is not.
            guard KeyProbe(error) != .backendDown else { throw .keychain(error) }
            return .keyLocked
        }
        guard let intent else { return nil }
        do throws(IdentityError) {
            _ = try await finish(intent)
            return nil
        } catch {
            switch error {
            case .directory: return .serverNotHeard
            case .keychain(let error) where KeyProbe(error) == .lockedNow: return .keyLocked
            case .keychain(let error) where KeyProbe(error) == .invalidated:
                try await abandon(intent)
                return nil
            default: throw error
            }
        }
    }

    /// A new key that was destroyed before anything hung on it: what was before it holds.
    ///
    /// Its marker goes too, unless the database knows the key already.
    private func abandon(_ intent: IdentityIntent) async throws(IdentityError) {
        let (store, keys, agreementKeys) = (parts.store, parts.keys, parts.agreementKeys)
        let database = parts.database
        try await stored { () throws(KeychainError) in
            let key = try IdentityNames.marker()
            let marker = try await store.read(key, prompt: .standard)
            if let marker, try await database.readIdentity() == nil,
                try IdentityRecord(marker.value.copyBytes()).install == intent.install
            {
                try await store.remove(key)
            }
            try await keys.remove(intent.signingKeyName)
            try await agreementKeys.remove(intent.agreementKeyName)
            try await store.remove(try IdentityNames.intent())
        }
    }

    /// Makes what was intended; each step is the same when it is done twice.
    func finish(_ intent: IdentityIntent) async throws(IdentityError) -> IdentityRecord {
        var intent = intent
        let device = try await makeKeys(intent)
        let log = try await register(device, &intent)
        let record = IdentityRecord(
            account: log.account, install: intent.install, device: device,
            signingKeyName: intent.signingKeyName, agreementKeyName: intent.agreementKeyName)
        try await keep(record, counter: 0, log: log)
        try await removePrevious(intent)
        return record
    }

    /// Writes marker and database, in this order.
    func keep(
        _ record: IdentityRecord, counter: UInt64, log: DeviceLog
    ) async throws(IdentityError) {
        let (store, database) = (parts.store, parts.database)
        try await stored { () throws(KeychainError) in
            _ = try await store.write(
                SecretBytes(record.bytes), for: try IdentityNames.marker(),
                options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
            let progress = IdentityProgress(
                record: record, messageCounter: counter, head: log.head)
            try await database.writeIdentity(progress.bytes)
        }
    }

    private func makeKeys(_ intent: IdentityIntent) async throws(IdentityError) -> DeviceRecord {
        let signing = try await makeKey(intent.signingKeyName, .signing, in: parts.keys)
        let agreement = try await makeKey(
            intent.agreementKeyName, .keyAgreement, in: parts.agreementKeys)
        do throws(WireError) {
            return try DeviceRecord(
                slot: intent.slot, name: intent.deviceName, signingKey: signing.key,
                signingGrade: signing.grade, agreementKey: agreement.key,
                agreementGrade: agreement.grade, presenceKey: nil)
        } catch {
            throw .keychain(
                KeychainError(.invalidArgument, "the device's \(error.field) is not allowed"))
        }
    }

    /// Finds the key that an earlier try made, or makes it.
    private func makeKey(
        _ name: ItemKey, _ use: DeviceKeyUse, in keys: any DeviceKeyStore
    ) async throws(IdentityError) -> (key: P256PublicKey, grade: GradeCode) {
        var protection = KeyUse.background.protection
        protection.keyStorage = parts.keyStorage
        let chosen = protection
        return try await stored { () throws(KeychainError) in
            let known = try await keys.publicKey(of: name, prompt: .standard)
            let key: P256PublicKey
            if let known {
                key = known
            } else {
                key = try await keys.create(
                    name, use: use, protection: chosen, prompt: .standard)
            }
            guard let attributes = try await keys.attributes(of: name) else {
                throw KeychainError(.unknown, "a key that was just made is not there")
            }
            return (key, GradeCode(attributes.grade))
        }
    }

    private func removePrevious(_ intent: IdentityIntent) async throws(IdentityError) {
        let (store, keys, agreementKeys) = (parts.store, parts.keys, parts.agreementKeys)
        try await stored { () throws(KeychainError) in
            if let previous = intent.previous {
                try await keys.remove(previous.signingKeyName)
                try await agreementKeys.remove(previous.agreementKeyName)
            }
            try await store.remove(try IdentityNames.intent())
        }
    }

    /// Stores what is under way, anew or with its entry.
    func write(_ intent: IdentityIntent, isNew: Bool = false) async throws(IdentityError) {
        let store = parts.store
        try await stored { () throws(KeychainError) in
            let (key, value) = (try IdentityNames.intent(), SecretBytes(intent.bytes))
            if isNew {
                _ = try await store.writeNew(value, for: key)
            } else {
                _ = try await store.write(
                    value, for: key,
                    options: WriteOptions(protection: KeyUse.background.protection),
                    prompt: .standard)
            }
        }
    }

    func drawSlot() throws(IdentityError) -> SlotID {
        do throws(CryptoError) {
            guard let slot = SlotID(try parts.random.bytes(SlotID.byteCount)) else {
                throw CryptoError(.invalidLength, "Too few random bytes.")
            }
            return slot
        } catch {
            throw .keychain(
                KeychainError(
                    .unknown, "random bytes could not be drawn",
                    nativeDomain: "holdfast.crypto", nativeCode: error.nativeCode))
        }
    }
}

extension GradeCode {
    /// The code of a key store's grade.
    init(_ grade: KeyGrade) {
        switch grade {
        case .secureEnclave: self = .secureEnclave
        case .strongBox: self = .strongBox
        case .trustedEnvironment: self = .trustedEnvironment
        case .tpm: self = .tpm
        case .software: self = .software
        }
    }
}
