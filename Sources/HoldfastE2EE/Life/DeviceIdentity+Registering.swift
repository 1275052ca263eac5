import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceIdentity {
    private static let tryCount = 3

    /// Puts the device into its account's log, if it is not there yet.
    ///
    /// The signed entry is stored before it is sent, so that a second try sends the same. Where
    /// another entry came first, a new one is signed behind it.
    func register(
        _ device: DeviceRecord, _ intent: inout IdentityIntent
    ) async throws(IdentityError) -> DeviceLog {
        for _ in 0..<Self.tryCount {
            let entry = try await entry(for: device, &intent)
            let account = entry.entry.account ?? AccountID(genesis: entry.hash)
            do throws(DirectoryError) {
                try await parts.directory.submit(entry, to: account)
            } catch {
                guard error == .refused else { throw .directory(error) }
            }
            let log = try await verifiedLog(of: account)
            if log.hashes.contains(entry.hash) { return log }
            // A first entry has no place but the first.
            guard intent.previous != nil else { break }
            intent.entry = nil
        }
        throw .directory(.refused)
    }

    private func entry(
        for device: DeviceRecord, _ intent: inout IdentityIntent
    ) async throws(IdentityError) -> SignedLogEntry {
        if let entry = intent.entry { return entry }
        let signed: SignedLogEntry
        if let previous = intent.previous {
            signed = try await successor(device, of: previous, intent)
        } else {
            let entry = LogEntry(
                genesis: device, recovery: intent.recovery, created: intent.created)
            signed = SignedLogEntry(
                entry, signature: try await sign(entry, .logEntry, intent.signingKeyName))
        }
        intent.entry = signed
        try await write(intent)
        return signed
    }

    private func successor(
        _ device: DeviceRecord, of previous: IdentityRecord, _ intent: IdentityIntent
    ) async throws(IdentityError) -> SignedLogEntry {
        let log = try await verifiedLog(of: previous.account)
        let old = previous.device.id
        let entry = LogEntry(
            after: log.head, of: log.account, created: intent.created, author: .device(old),
            action: .replace(
                old, reason: .replaced, lastCounter: intent.lastCounter, by: device))
        return SignedLogEntry(
            entry,
            signature: try await sign(entry, .logEntry, previous.signingKeyName),
            witnesses: [.newcomer: try await sign(entry, .logConsent, intent.signingKeyName)])
    }

    private func sign(
        _ entry: LogEntry, _ purpose: SignaturePurpose, _ name: ItemKey
    ) async throws(IdentityError) -> P256Signature {
        let (keys, message) = (parts.keys, purpose.message(for: entry.bytes))
        return try await stored { () throws(KeychainError) in
            let signature = try await keys.signature(for: message, with: name, prompt: .standard)
            guard let signature else {
                throw KeychainError(.unknown, "the key of the device's identity is not there")
            }
            return signature.withLowS
        }
    }
}
