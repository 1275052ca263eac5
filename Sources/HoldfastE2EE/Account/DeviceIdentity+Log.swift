import HoldfastCore
import HoldfastCrypto
public import HoldfastWire

extension DeviceIdentity {
    static let tryCount = 3

    /// The account's device log as the directory gives it now, verified.
    ///
    /// - Returns: the log; it goes on from what this device has seen of it.
    /// - Throws: ``IdentityError/notPermitted(_:)`` if no account is known; ``LogError`` with
    ///   `fork` for another entry at a place that is known, with `wrongSequence` for an older log
    ///   than is known, and those of an entry that does not follow; the directory's error.
    public func accountLog() async throws(IdentityError) -> DeviceLog {
        try await knownLog().log
    }

    /// The account's log with its entries, as ``accountLog()`` verifies it.
    func knownLog() async throws(IdentityError) -> VerifiedLog {
        guard let opening, let account = opening.account else {
            throw .notPermitted(opening?.decision)
        }
        let log = try await verifiedLog(of: account)
        guard let known = knownHead else { return log }
        switch log.log.relation(to: known) {
        case .same, .older: return log
        case .newer: throw .log(LogError(.wrongSequence, at: known.sequence))
        case .forked: throw .log(LogError(.fork, at: known.sequence))
        }
    }

    /// The identity, where the last opening has heard from the directory that it is the account's.
    func confirmedRecord() throws(IdentityError) -> IdentityRecord {
        guard let opening, opening.decision == .proceed(isConfirmed: true),
            let record = opening.record
        else { throw .notPermitted(opening?.decision) }
        return record
    }

    /// Signs an entry as this device, and as its person where there is a prompt and a key for it.
    func sign(
        _ entry: LogEntry, as record: IdentityRecord,
        _ others: [SignedLogEntry.Witness: P256Signature] = [:], _ prompt: Prompt?
    ) async throws(IdentityError) -> SignedLogEntry {
        var witnesses = others
        if let prompt, let presence = presenceKey(of: record) {
            witnesses[.presence] = try await stored { () throws(KeychainError) in
                try await presence.signature(for: entry.bytes, .logApproval, prompt: prompt)
            }
        }
        let key = signingKey(of: record)
        let signature = try await stored { () throws(KeychainError) in
            try await key.signature(for: entry.bytes, .logEntry)
        }
        return SignedLogEntry(entry, signature: signature, witnesses: witnesses)
    }

    /// Signs an entry as the recovery key, with its low s.
    static func sign(
        _ entry: LogEntry, _ purpose: SignaturePurpose, _ recovery: any RecoverySigner
    ) async throws(IdentityError) -> P256Signature {
        let message = purpose.message(for: entry.bytes)
        return try await stored { () throws(KeychainError) in
            try await recovery.signature(for: message).withLowS
        }
    }

    /// Refuses an entry that the log would not take, before anybody sees it.
    static func check(
        _ entry: SignedLogEntry, follows log: DeviceLog
    ) throws(IdentityError) {
        do throws(LogError) {
            var next = log
            try next.append(entry)
        } catch {
            throw .log(error)
        }
    }

    /// Sends an entry and looks at the log then; whether the entry is in it, the caller sees.
    func submit(
        _ entry: SignedLogEntry, _ account: AccountID
    ) async throws(IdentityError) -> VerifiedLog {
        do throws(DirectoryError) {
            try await parts.directory.submit(entry, to: account)
        } catch {
            // Another entry may have come first, or this one before.
            guard error == .refused else { throw .directory(error) }
        }
        return try await knownLog()
    }
}
