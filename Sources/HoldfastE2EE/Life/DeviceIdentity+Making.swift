import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceIdentity {
    /// Finishes what a death interrupted, if anything.
    ///
    /// - Returns: why it could not be finished now; `nil` if nothing is left to do.
    func finishIntent(
        _ launch: IdentityLaunch
    ) async throws(IdentityError) -> IdentityDecision.Delay? {
        let intent: IdentityIntent?
        do throws(IdentityError) {
            intent = try await waitingIntent()
        } catch {
            // A store that does not answer is a finding; a record that cannot be read is not.
            guard case .keychain(let error) = error, KeyProbe(error) != .backendDown else {
                throw error
            }
            return .keyLocked
        }
        guard let intent else { return nil }
        do throws(IdentityError) {
            if let plan = intent.joining {
                try await finishJoining(intent, plan)
            } else {
                _ = try await finish(intent, mayPrompt: launch == .foreground)
            }
            return nil
        } catch {
            switch error {
            case .directory(.refused) where await isPutOut(intent):
                try await discard(intent)
                return nil
            case .directory: return .serverNotHeard
            case .keychain(let error) where KeyProbe(error) == .lockedNow: return .keyLocked
            case .keychain(let error) where KeyProbe(error) == .cancelled: return .promptEnded
            case .keychain(let error) where KeyProbe(error).isEnd:
                try await abandon(intent)
                return nil
            default: throw error
            }
        }
    }

    /// What is under way.
    ///
    /// What came with a backup is nothing of this device: its keys are elsewhere, and what is to be
    /// done the witnesses say. It stays until something takes its place.
    func waitingIntent() async throws(IdentityError) -> IdentityIntent? {
        let store = parts.store
        return try await stored { () throws(KeychainError) in
            do throws(KeychainError) {
                let item = try await store.read(try IdentityNames.intent(), prompt: .standard)
                return try item.map { (item) throws(KeychainError) in
                    try IdentityIntent(item.value.copyBytes())
                }
            } catch {
                guard error.code == .keyInvalidated else { throw error }
                return nil
            }
        }
    }

    /// Gives up what waits for somebody else, for another way.
    func discardWaiting() async throws(IdentityError) {
        if let intent = try await waitingIntent() { try await discard(intent) }
    }

    /// Looks whether the device was let in by now, and goes on with it then.
    ///
    /// What only others can do holds nothing up: without an answer the table decides.
    private func finishJoining(
        _ intent: IdentityIntent, _ plan: JoinPlan
    ) async throws(IdentityError) {
        if let entry = intent.entry {
            do throws(DirectoryError) {
                try await parts.directory.submit(entry, to: plan.account)
            } catch {
                // Another entry came first: the recovery key has to sign anew, or the device is in.
                guard error == .refused else { throw .directory(error) }
            }
        }
        let log: VerifiedLog
        do throws(IdentityError) {
            log = try await verifiedLog(of: plan.account)
        } catch {
            guard case .keychain = error else { return }
            throw error
        }
        _ = try await finishJoining(intent, in: log)
    }

    /// A new key that was destroyed before anything hung on it: what was before it holds.
    ///
    /// Its marker goes too, unless the database knows the key already.
    private func abandon(_ intent: IdentityIntent) async throws(IdentityError) {
        let (store, database) = (parts.store, parts.database)
        try await stored { () throws(KeychainError) in
            let key = try IdentityNames.marker()
            let marker = try await store.read(key, prompt: .standard)
            if let marker, try await database.readIdentity() == nil,
                try IdentityRecord(marker.value.copyBytes()).install == intent.install
            {
                try await store.remove(key)
            }
        }
        try await discard(intent)
    }

    /// Makes what was intended; each step is the same when it is done twice.
    func finish(
        _ intent: IdentityIntent, mayPrompt: Bool
    ) async throws(IdentityError) -> IdentityRecord {
        var intent = intent
        let device = try await makeKeys(&intent, mayPrompt: mayPrompt)
        let log = try await register(device, &intent)
        let record = IdentityRecord(
            account: log.log.account, install: intent.install, device: device,
            signingKeyName: intent.signingKeyName, agreementKeyName: intent.agreementKeyName,
            presenceKeyName: intent.presence?.name)
        try await keep(record, counter: 0, log: log)
        try await removePrevious(intent)
        return record
    }

    /// Writes the log's copy, marker and database, in this order.
    func keep(
        _ record: IdentityRecord, counter: UInt64, log: VerifiedLog
    ) async throws(IdentityError) {
        let copy = AccountLogCopy(in: parts.container)
        let (store, database) = (parts.store, parts.database)
        try await stored { () throws(KeychainError) in
            try await copy.keep(log.entries)
            _ = try await store.write(
                SecretBytes(record.bytes), for: try IdentityNames.marker(),
                options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
            let progress = IdentityProgress(
                record: record, messageCounter: counter, head: log.log.head)
            try await database.writeIdentity(progress.bytes)
        }
    }

    /// Makes the keys, or finds those that an earlier try made.
    func makeKeys(
        _ intent: inout IdentityIntent, mayPrompt: Bool
    ) async throws(IdentityError) -> DeviceRecord {
        let presence = try await makePresenceKey(&intent, mayPrompt: mayPrompt)
        let signing = try await makeKey(intent.signingKeyName, .signing, in: parts.keys)
        let agreement = try await makeKey(
            intent.agreementKeyName, .keyAgreement, in: parts.agreementKeys)
        do throws(WireError) {
            return try DeviceRecord(
                slot: intent.slot, name: intent.deviceName, signingKey: signing.key,
                signingGrade: signing.grade, agreementKey: agreement.key,
                agreementGrade: agreement.grade, presenceKey: presence)
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

    /// Removes the keys that the new ones have replaced, and then what was under way.
    func removePrevious(_ intent: IdentityIntent) async throws(IdentityError) {
        let (store, keys, agreementKeys) = (parts.store, parts.keys, parts.agreementKeys)
        try await stored { () throws(KeychainError) in
            if let previous = intent.previous {
                try await keys.remove(previous.signingKeyName)
                try await agreementKeys.remove(previous.agreementKeyName)
                if let presence = previous.presenceKeyName, presence != intent.presence?.name {
                    try await keys.remove(presence)
                }
            }
            try await store.remove(try IdentityNames.intent())
        }
    }

    /// Stores what is intended, under names for keys that nothing has yet.
    func intend(
        _ way: IdentityIntent.Way, name: String, slot: SlotID, presence: PresencePlan? = nil
    ) async throws(IdentityError) -> IdentityIntent {
        let suffix = String(try drawSlot().hex.prefix(16))
        let install = try drawSlot()
        let planned = if let presence { presence } else { try await newPresence(suffix) }
        let created = parts.wallClock.now.seconds
        let intent = try await stored { () throws(KeychainError) in
            IdentityIntent(
                install: install, slot: slot, deviceName: name,
                signingKeyName: try IdentityNames.key("sign-" + suffix),
                agreementKeyName: try IdentityNames.key("agree-" + suffix), presence: planned,
                created: created, way: way, entry: nil)
        }
        try await write(intent, isNew: true)
        return intent
    }

    static func checkName(_ name: String) throws(IdentityError) {
        guard !DeviceRecord.isValidName(name) else { return }
        throw .keychain(
            KeychainError(
                .invalidArgument, "a device's name is 1 to 64 characters without line breaks"))
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
        case .softwareWrapped: self = .softwareWrapped
        case .software: self = .software
        }
    }
}
