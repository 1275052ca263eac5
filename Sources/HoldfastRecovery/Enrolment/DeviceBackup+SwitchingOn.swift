import HoldfastCore
import HoldfastCrypto
public import HoldfastWire

extension DeviceBackup {
    /// What is done about a backup that is at the target already, under another phrase.
    public enum OtherPhrase: Sendable {
        /// Nothing: the call fails, and says so.
        case refuse
        /// It stays as it is, and this one is begun beside it: the person was told.
        case beginBeside
    }

    /// Switches the backup on, or joins the account's backup that is there under the same phrase.
    ///
    /// It blocks no thread of the pool for the slow derivation. Nothing that is there is replaced:
    /// a backup under another phrase, or one that cannot be read, makes it fail (P2).
    ///
    /// - Parameters:
    ///   - phrase: the phrase, which the person has proved to have.
    ///   - account: the account.
    ///   - acknowledgement: that the person was told that a lost phrase is a lost backup.
    ///   - other: what is done about a backup under another phrase.
    /// - Returns: the phrase's public half; its recovery key belongs into the account's log.
    /// - Throws: ``RecoveryError/otherPhrase``; ``RecoveryError/cannotOpen`` if what is there cannot
    ///   be read; ``RecoveryError/store(_:)``, ``RecoveryError/target(_:)``. A call that failed can
    ///   be repeated.
    public func switchOn(
        _ phrase: RecoveryPhrase, account: AccountID, acknowledgement: LossAcknowledgement,
        other: OtherPhrase = .refuse
    ) async throws(RecoveryError) -> RecoveryStatement {
        try await switchOn(
            phrase, costs: .standard, account: account, acknowledgement: acknowledgement,
            other: other)
    }

    /// The same at other costs, for tests.
    ///
    /// - Parameters:
    ///   - phrase: the phrase.
    ///   - costs: what the derivation costs.
    ///   - account: the account.
    ///   - acknowledgement: that the person was told.
    ///   - other: what is done about a backup under another phrase.
    /// - Returns: the phrase's public half.
    /// - Throws: as ``switchOn(_:account:acknowledgement:other:)``.
    package func switchOn(
        _ phrase: RecoveryPhrase, costs: RecoveryCosts, account: AccountID,
        acknowledgement: LossAcknowledgement, other: OtherPhrase = .refuse
    ) async throws(RecoveryError) -> RecoveryStatement {
        try await inTurn { () throws(RecoveryError) in
            try await switchOnInTurn(phrase, costs, account, acknowledgement, other)
        }
    }

    private func switchOnInTurn(
        _ phrase: RecoveryPhrase, _ costs: RecoveryCosts, _ account: AccountID,
        _ acknowledgement: LossAcknowledgement, _ other: OtherPhrase
    ) async throws(RecoveryError) -> RecoveryStatement {
        let bounds = configuration.bounds
        let (keys, statement) = try await queue.recovering { () throws(RecoveryError) in
            let keys = try RecoveryKeys(phrase, costs: costs, bounds: bounds)
            return (keys, try RecoveryStatement(keys, account: account))
        }
        let before = try await enrolment()
        if let before, before.statement.check != statement.check {
            guard other == .beginBeside else { throw .otherPhrase }
        }
        let health = BackupHealth(agreed: acknowledgement.agreed)
        let joined = try await join(keys, statement, health, other)
        var enrolment: Enrolment
        if let before, before.statement.check == statement.check,
            joined?.lineage ?? before.lineage == before.lineage
        {
            // It is on already, or a call before this one did not come to the header.
            enrolment = before
        } else {
            enrolment = if let joined { joined } else { try newEnrolment(statement, health) }
            enrolment.version = before?.version
        }
        // The key first: a header whose key is nowhere is a backup that nobody can go on with.
        try await keep(&enrolment)
        try await ensureHeader(enrolment)
        return statement
    }

    /// Switches the backup off on this device; what is at the target stays.
    ///
    /// - Throws: ``RecoveryError/store(_:)``.
    public func switchOff() async throws(RecoveryError) {
        try await inTurn { () throws(RecoveryError) in try await forget() }
    }

    private func newEnrolment(
        _ statement: RecoveryStatement, _ health: BackupHealth
    ) throws(RecoveryError) -> Enrolment {
        Enrolment(
            statement: statement, key: try newKey(), lineage: try newLineage(), known: nil,
            retiring: nil, health: health)
    }

    func newKey() throws(RecoveryError) -> SecretBytes {
        let random = configuration.random
        return try recovering { () throws(CryptoError) in
            try random.secret(BackupKeys.keyByteCount)
        }
    }

    func newLineage() throws(RecoveryError) -> SlotID {
        let random = configuration.random
        let bytes = try recovering { () throws(CryptoError) in
            try random.bytes(SlotID.byteCount)
        }
        guard let lineage = SlotID(bytes) else { preconditionFailure("16 bytes were drawn") }
        return lineage
    }

    /// The backup that is at the target under the same phrase.
    private func join(
        _ keys: RecoveryKeys, _ statement: RecoveryStatement, _ health: BackupHealth,
        _ other: OtherPhrase
    ) async throws(RecoveryError) -> Enrolment? {
        var newest: BackupHeader?
        for bytes in try await headers() {
            let header = try readable(bytes)
            // A whole statement that only bears the check value would have a forger's keys in it.
            guard try header.statement.isOpened(by: keys) else {
                guard other == .beginBeside else { throw .otherPhrase }
                continue
            }
            if header.created > newest?.created ?? .min { newest = header }
        }
        guard let newest else { return nil }
        let opened: BackupKeys
        do throws(RecoveryError) {
            opened = try newest.open(keys)
        } catch {
            throw error.leavesBackupUntouched
        }
        return Enrolment(
            statement: newest.statement, key: opened.key, lineage: newest.lineage, known: nil,
            retiring: nil, health: health)
    }

    private func readable(_ bytes: [UInt8]) throws(RecoveryError) -> BackupHeader {
        do throws(RecoveryError) {
            return try BackupHeader(bytes)
        } catch {
            throw error.leavesBackupUntouched
        }
    }

    /// Writes the header, if it is not there and no generation was ever written.
    ///
    /// The key in a header is wrapped to a public key, and so anybody can have wrapped it: before
    /// anything is sealed with it the account's log has to know the device that signed the header.
    ///
    /// - Parameters:
    ///   - enrolment: what the backup goes by.
    ///   - log: the account's log; `nil` where nothing is about to be sealed.
    /// - Throws: ``RecoveryError/otherPhrase`` if others are there in its place;
    ///   ``RecoveryError/unknownSigner(_:)`` or ``RecoveryError/damaged(_:)`` for a header that no
    ///   device of the account has signed.
    func ensureHeader(
        _ enrolment: Enrolment, in log: DeviceLog? = nil
    ) async throws(RecoveryError) {
        let keys = try enrolment.keys()
        let all = try await headers()
        var isOther = false
        for bytes in all {
            let header = try readable(bytes)
            guard header.place == enrolment.place else {
                isOther = true
                continue
            }
            try header.check(keys)
            if let log { try header.requireSigner(in: log) }
            return
        }
        if let known = enrolment.known {
            // The header was there: whoever took it away is no device that goes on with this backup.
            throw isOther ? .otherPhrase : .rolledBack(known: known.generation, found: 0)
        }
        try await keepHeader(enrolment, keys)
    }

    func keepHeader(
        _ enrolment: Enrolment, _ keys: BackupKeys
    ) async throws(RecoveryError) {
        let header = try await BackupHeader(
            keys, statement: enrolment.statement, signer: configuration.signer,
            created: configuration.clock.now.seconds, random: configuration.random)
        let target = configuration.target
        try await atTarget { () throws(BackupTargetError) in
            try await target.keepHeader(header.bytes, at: header.place)
        }
    }
}

extension RecoveryError {
    /// A backup that is there and cannot be read is never written over, whatever is wrong with it.
    fileprivate var leavesBackupUntouched: RecoveryError {
        switch self {
        case .damaged, .doesNotOpen: .cannotOpen
        default: self
        }
    }
}
