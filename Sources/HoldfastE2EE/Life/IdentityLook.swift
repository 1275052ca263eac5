import HoldfastCore
import HoldfastCrypto
import HoldfastWire

/// One look at the three witnesses.
struct IdentityLook: Sendable {
    var findings: IdentityFindings
    /// The identity, from the marker or else from the database.
    var record: IdentityRecord?
    /// The error behind a finding, where there was one.
    var error: KeychainError?
    /// What the database holds.
    var progress: IdentityProgress?
    /// That log with its entries.
    var log: VerifiedLog?

    /// Who put the device out, where the log says that it is.
    var removal: IdentityRemoval? {
        guard let record, let log else { return nil }
        return IdentityRemoval(of: record.device.id, in: log)
    }

    /// Who vouches for the device's key, where the log has it.
    var continuity: Continuity? {
        guard let record, let log else { return nil }
        return Continuity(of: record.device.id, in: log)
    }

    /// What others have done to the account since the place that the database knows.
    var changes: [AccountChange] {
        guard let progress, let log else { return [] }
        return log.changes(after: progress.head, besides: progress.record.device.id)
    }
}

/// What a question to the directory came to.
private struct DirectoryAnswer {
    var probe: DirectoryProbe
    /// The counter that the server claims.
    var counter: UInt64 = 0
    /// The verified log, if it has what is known.
    var log: VerifiedLog?
}

/// An account's log with the entries that it was verified from.
struct VerifiedLog: Sendable {
    let log: DeviceLog
    let entries: [SignedLogEntry]

    /// What happened after a place, but for what one device has done.
    func changes(after head: LogHead, besides device: DeviceID) -> [AccountChange] {
        AccountChange.changes(in: entries, of: log, after: head)
            .filter { entries[Int($0.entry.sequence)].entry.author != .device(device) }
    }
}

extension DeviceIdentity {
    /// Asks the witnesses once; an error of one of them is a finding.
    func look(_ account: AccountID?) async -> IdentityLook {
        let database = await readDatabase()
        var marker = await readMarker()
        // The two are written one after the other: an answer that only one is there is asked for
        // once more before anything is made of it.
        if marker.record == nil, marker.error == nil, database.progress != nil {
            marker = await readMarker()
        }
        let record = marker.record ?? database.progress?.record
        var error = marker.error ?? database.error
        var key = marker.error.map(KeyProbe.init) ?? .missing
        if marker.error == nil, let record {
            let answer = await KeyProber(parts.keys, random: parts.random).probe(
                record.signingKeyName, expecting: record.device.signingKey)
            key = answer.probe
            error = answer.error ?? error
        }
        let answer = await ask(record?.account ?? account, record, database.progress?.head)
        let findings = IdentityFindings(
            key: key,
            database: Self.judge(database, marker: marker.record, counter: answer.counter),
            directory: answer.probe)
        return IdentityLook(
            findings: findings, record: record, error: error, progress: database.progress,
            log: answer.log)
    }

    private func readMarker() async -> (record: IdentityRecord?, error: KeychainError?) {
        do throws(KeychainError) {
            let item = try await parts.store.read(try IdentityNames.marker(), prompt: .standard)
            guard let item else { return (nil, nil) }
            return (try IdentityRecord(item.value.copyBytes()), nil)
        } catch {
            // A marker whose own key is gone came with a backup: it is none of this phone's.
            return error.code == .keyInvalidated ? (nil, nil) : (nil, error)
        }
    }

    private func readDatabase() async -> (progress: IdentityProgress?, error: KeychainError?) {
        do throws(KeychainError) {
            guard let bytes = try await parts.database.readIdentity() else { return (nil, nil) }
            return (try IdentityProgress(bytes), nil)
        } catch {
            return (nil, error)
        }
    }

    private static func judge(
        _ database: (progress: IdentityProgress?, error: KeychainError?),
        marker: IdentityRecord?, counter: UInt64
    ) -> DatabaseProbe {
        if database.error != nil { return .unreadable }
        guard let progress = database.progress else { return .missing }
        guard progress.record == marker else { return .otherInstall }
        return progress.messageCounter < counter ? .behind : .current
    }

    /// What the device log says of this device, and the counter that the server claims.
    private func ask(
        _ account: AccountID?, _ record: IdentityRecord?, _ head: LogHead?
    ) async -> DirectoryAnswer {
        guard let account else { return DirectoryAnswer(probe: .noAccount) }
        do throws(IdentityError) {
            let known = try await verifiedLog(of: account)
            if let head {
                let relation = known.log.relation(to: head)
                guard relation == .same || relation == .older else {
                    return DirectoryAnswer(probe: .unconfirmed)
                }
            }
            guard let record else { return DirectoryAnswer(probe: .otherDevices, log: known) }
            let counter = try await claimedCounter(of: record.device.id)
            return DirectoryAnswer(
                probe: Self.judge(record, in: known.log), counter: counter, log: known)
        } catch {
            return DirectoryAnswer(probe: Self.judge(error, isKnown: record != nil))
        }
    }

    private static func judge(_ record: IdentityRecord, in log: DeviceLog) -> DirectoryProbe {
        switch log.facts.members[record.device.id]?.standing {
        case .active: return .sameKey
        case .removed(let place, _, _):
            // To undo an earlier change takes the log back, and a removal behind it with it.
            let waits = log.pending.contains { $0.entry.sequence <= place }
            return waits ? .removalWaits : .revoked
        case nil: break
        }
        let isTaken = log.facts.activeDevices.contains { $0.slot == record.device.slot }
        return isTaken ? .otherKey : .unconfirmed
    }

    private static func judge(_ error: IdentityError, isKnown: Bool) -> DirectoryProbe {
        switch error {
        case .directory(.unknownAccount): isKnown ? .unknown : .noAccount
        case .directory(.unreachable), .keychain: .unreachable
        case .directory(.refused), .log, .notPermitted, .joining: .unconfirmed
        }
    }

    /// The account's log, verified from the first entry.
    func verifiedLog(of account: AccountID) async throws(IdentityError) -> VerifiedLog {
        let entries: [SignedLogEntry]
        do throws(DirectoryError) {
            entries = try await parts.directory.entries(of: account, from: 0)
        } catch {
            throw .directory(error)
        }
        guard let log = try Self.verified(entries, of: account) else {
            throw .directory(.unknownAccount)
        }
        return VerifiedLog(log: log, entries: entries)
    }

    /// The log of some entries; `nil` if there are none.
    static func verified(
        _ entries: [SignedLogEntry], of account: AccountID
    ) throws(IdentityError) -> DeviceLog? {
        guard let first = entries.first else { return nil }
        do throws(LogError) {
            var log = try DeviceLog(genesis: first, of: account)
            try log.append(contentsOf: Array(entries.dropFirst()))
            return log
        } catch {
            throw .log(error)
        }
    }

    func claimedCounter(of device: DeviceID) async throws(IdentityError) -> UInt64 {
        do throws(DirectoryError) {
            return try await parts.directory.messageCounter(of: device)
        } catch {
            throw .directory(error)
        }
    }

    /// The highest counter that anybody knows of: what was sent counts up to it.
    func knownCounter(of record: IdentityRecord) async throws(IdentityError) -> UInt64 {
        let own = await readDatabase().progress
        let isOwn = own?.record.device.id == record.device.id
        return max(
            isOwn ? own?.messageCounter ?? 0 : 0, try await claimedCounter(of: record.device.id))
    }
}
