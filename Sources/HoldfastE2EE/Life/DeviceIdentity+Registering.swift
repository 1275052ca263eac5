import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceIdentity {
    /// Puts the device into its account's log, if it is not there yet.
    ///
    /// The signed entry is stored before it is sent, so that a second try sends the same. Where
    /// another entry came first, a new one is signed behind it.
    func register(
        _ device: DeviceRecord, _ intent: inout IdentityIntent
    ) async throws(IdentityError) -> VerifiedLog {
        for _ in 0..<Self.tryCount {
            let entry = try await entry(for: device, &intent)
            let account = entry.entry.account ?? AccountID(genesis: entry.hash)
            do throws(DirectoryError) {
                try await parts.directory.submit(entry, to: account)
            } catch {
                guard error == .refused else { throw .directory(error) }
            }
            let log = try await verifiedLog(of: account)
            if log.log.hashes.contains(entry.hash) { return log }
            // A first entry has no place but the first.
            guard case .renewal = intent.way else { break }
            intent.entry = nil
        }
        throw .directory(.refused)
    }

    private func entry(
        for device: DeviceRecord, _ intent: inout IdentityIntent
    ) async throws(IdentityError) -> SignedLogEntry {
        if let entry = intent.entry { return entry }
        let signed: SignedLogEntry
        switch intent.way {
        case .genesis(let recovery, _):
            let entry = LogEntry(genesis: device, recovery: recovery, created: intent.created)
            signed = SignedLogEntry(
                entry, signature: try await sign(entry, .logEntry, as: device, intent))
        case .renewal(let previous, let counter):
            signed = try await successor(device, of: previous, counter, intent)
        // Somebody else signs it: see `finishJoining`.
        case .joining: throw .notPermitted(nil)
        }
        intent.entry = signed
        try await write(intent)
        return signed
    }

    private func successor(
        _ device: DeviceRecord, of previous: IdentityRecord, _ counter: UInt64,
        _ intent: IdentityIntent
    ) async throws(IdentityError) -> SignedLogEntry {
        let log = try await verifiedLog(of: previous.account).log
        let old = previous.device.id
        let entry = LogEntry(
            after: log.head, of: log.account, created: intent.created, author: .device(old),
            action: .replace(old, reason: .replaced, lastCounter: counter, by: device))
        let consent = try await sign(entry, .logConsent, as: device, intent)
        return try await sign(entry, as: previous, [.newcomer: consent], nil)
    }

    /// Signs with the key that is being made.
    func sign(
        _ entry: LogEntry, _ purpose: SignaturePurpose, as device: DeviceRecord,
        _ intent: IdentityIntent
    ) async throws(IdentityError) -> P256Signature {
        let key = BackgroundKey(intent.signingKeyName, device.signingKey, in: parts.keys)
        return try await stored { () throws(KeychainError) in
            try await key.signature(for: entry.bytes, purpose)
        }
    }
}
