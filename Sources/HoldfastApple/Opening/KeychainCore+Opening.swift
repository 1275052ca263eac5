import HoldfastCore
import HoldfastCrypto

extension KeychainCore {
    /// What one process knows once the store has answered it.
    struct Opened: Sendable {
        let sentinel: Sentinel
        let installation: Installation
        var hasCompleteLedger: Bool
    }

    /// Makes sure that the store is answering, and takes the ledger.
    ///
    /// What the first call of a process finds out stays true: class keys that are there after the
    /// first unlock go only with a restart, and so does the process.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, whatever the keychain answers.
    mutating func open() throws(KeychainError) -> KeychainSession {
        if let opened, let ledger = try readLedger(of: opened.sentinel.id) {
            return session(opened.sentinel, ledger)
        }
        return try begin()
    }

    /// Makes sure that the store is answering now, after it said that a row is not there.
    ///
    /// - Throws: as ``open()``; the "not found" was no answer then.
    mutating func confirmAnswering(_ session: inout KeychainSession) throws(KeychainError) {
        if let sentinel = try KeychainSession.readSentinel(platform),
            sentinel.id == session.sentinel.id
        {
            return
        }
        // All rows of the app went behind our back, the sentinel among them, or it was replaced.
        opened = nil
        session = try begin()
    }

    private func session(_ sentinel: Sentinel, _ ledger: Ledger) -> KeychainSession {
        KeychainSession(sentinel: sentinel, ledger: ledger, platform: platform, random: random)
    }

    /// The ledger, if there is one that belongs to a sentinel.
    private func readLedger(of sentinel: [UInt8]) throws(KeychainError) -> Ledger? {
        guard case .ledger(let ledger) = try LedgerFile(in: platform.container).load(),
            ledger.sentinel == sentinel
        else { return nil }
        return ledger
    }

    private mutating func begin() throws(KeychainError) -> KeychainSession {
        let found = try KeychainSession.readSentinel(platform)
        let before = try readRecord()
        var record = try record(before, found)
        let installation: Installation = record.isSettled ? .same : record.origin
        let sentinel = try placeSentinel(found, record)
        if installation == .reinstalled && configuration.clearsOnReinstall {
            try clear(sentinel)
        }
        let ledger = try placeLedger(&record, sentinel)
        if !record.isSettled {
            try platform.backedUpContainer.replaceFile(
                InstallationRecord.markerName, with: record.sentinel)
            record.isSettled = true
        }
        if record != before { try saveRecord(record) }
        opened = Opened(
            sentinel: sentinel, installation: opened?.installation ?? installation,
            hasCompleteLedger: record.hasCompleteLedger)
        return session(sentinel, ledger)
    }

    // MARK: - The record

    private func readRecord() throws(KeychainError) -> InstallationRecord? {
        guard let bytes = try platform.container.readFile(InstallationRecord.fileName) else {
            return nil
        }
        return try InstallationRecord.decode(bytes)
    }

    private func saveRecord(_ record: InstallationRecord) throws(KeychainError) {
        try platform.container.replaceFile(
            InstallationRecord.fileName, with: record.encoded)
    }

    /// The record that holds, made durable if it is a new one.
    ///
    /// | folder | keychain | backed-up folder | it is |
    /// | --- | --- | --- | --- |
    /// | a record of this sentinel, or no sentinel | | | what the record says |
    /// | another | a sentinel | no marker | reinstalled |
    /// | another | a sentinel | a marker | restored, on the same device |
    /// | another | none | a marker | restored, on another device |
    /// | another | none | no marker | new |
    private func record(
        _ before: InstallationRecord?, _ found: Sentinel?
    ) throws(KeychainError) -> InstallationRecord {
        if let before, found == nil || found?.id == before.sentinel { return before }
        let marker = try platform.backedUpContainer.readFile(InstallationRecord.markerName)
        let origin: Installation =
            marker != nil ? .restored : found != nil ? .reinstalled : .new
        let fresh = try crypto { () throws(CryptoError) in
            try random.bytes(Sentinel.idByteCount)
        }
        let record = InstallationRecord(
            origin: origin, isSettled: false, hasCompleteLedger: false,
            sentinel: found?.id ?? fresh)
        try saveRecord(record)
        return record
    }

    private func placeSentinel(
        _ found: Sentinel?, _ record: InstallationRecord
    ) throws(KeychainError) -> Sentinel {
        if let found { return found }
        let sentinel = try Sentinel(id: record.sentinel, random: random)
        try KeychainSession.addSentinel(sentinel, platform)
        // Read back for the group that it got, and because somebody else's may have been there.
        guard let stored = try KeychainSession.readSentinel(platform),
            stored.id == record.sentinel
        else { throw KeychainSession.notAnswering }
        return stored
    }

    /// Removes what an earlier installation left, but not what other apps or devices share, and not
    /// the keys of the Secure Enclave, by which a device is known.
    private func clear(_ sentinel: Sentinel) throws(KeychainError) {
        var query = RowAddress.ownRows
        query[SecItemName.type] = .number(RowKind.privateItem.rawValue)
        query[SecItemName.synchronizable] = .flag(false)
        if let group = sentinel.group { query[SecItemName.accessGroup] = .text(group) }
        let status = platform.secItem.delete(query)
        guard status == Status.success || status == Status.notFound else {
            throw KeychainError(status: status, "an earlier installation's items stay")
        }
    }

    // MARK: - The ledger

    private func placeLedger(
        _ record: inout InstallationRecord, _ sentinel: Sentinel
    ) throws(KeychainError) -> Ledger {
        // A ledger that was begun by a process that died may lack rows: only a settled one counts.
        if record.isSettled, let ledger = try readLedger(of: sentinel.id) { return ledger }
        if record.hasCompleteLedger {
            record.hasCompleteLedger = false
            try saveRecord(record)
        }
        let found = try readableRows(of: .privateItem, service: nil)
        let ledger = try rebuiltLedger(sentinel, found.rows)
        record.hasCompleteLedger = !found.hidesRows
        return ledger
    }

    /// A ledger of what the keychain can tell; names and attributes of rows that need a person or
    /// an unlock come to it later.
    private func rebuiltLedger(
        _ sentinel: Sentinel, _ rows: [StoredRow]
    ) throws(KeychainError) -> Ledger {
        var session = session(
            sentinel,
            try crypto { () throws(CryptoError) in
                try Ledger(
                    sentinel: sentinel.id, highestVersion: rows.map(\.record.version).max(),
                    now: platform.clock.now, random: random)
            })
        for row in rows {
            let key = try row.key
            session.ledger.settle(
                session.name(of: key),
                as: try session.facts(of: key, row.record, biometricState: nil))
        }
        try session.save()
        return session.ledger
    }

    /// Completes a ledger that was rebuilt, once no row is hidden any more.
    ///
    /// - Returns: whether the ledger holds every private item of the keychain.
    mutating func completeLedger(_ session: inout KeychainSession) throws(KeychainError) -> Bool {
        if opened?.hasCompleteLedger == true { return true }
        guard var record = try readRecord() else { return false }
        if !record.hasCompleteLedger {
            let found = try readableRows(of: .privateItem, service: nil)
            guard !found.hidesRows else { return false }
            for row in found.rows { try adopt(row, &session) }
            record.hasCompleteLedger = true
            try saveRecord(record)
        }
        opened?.hasCompleteLedger = true
        return true
    }
}
