import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceBackup {
    /// Gives the backup another phrase: writes one small header beside the old one.
    ///
    /// For words that were destroyed, not for words that leaked: whoever has the old words and a copy
    /// of the old header has the backup's key still (``beginLineage(_:)`` is for those). Both phrases
    /// open the backup until ``finishChange(origin:)``; between the two calls the new recovery key
    /// goes into the account's log, signed by both.
    ///
    /// - Parameter phrase: the new phrase, which the person has proved to have.
    /// - Returns: the new phrase's public half.
    /// - Throws: ``RecoveryError/conflict(_:)`` never; ``RecoveryError/unfinished`` if an earlier
    ///   change was not finished; ``RecoveryError``. At every step one of the phrases opens it (P2).
    public func changePhrase(
        to phrase: RecoveryPhrase
    ) async throws(RecoveryError) -> RecoveryStatement {
        try await changePhrase(to: phrase, costs: .standard)
    }

    /// The same at other costs, for tests.
    ///
    /// - Parameters:
    ///   - phrase: the new phrase.
    ///   - costs: what the derivation costs.
    /// - Returns: the new phrase's public half.
    /// - Throws: as ``changePhrase(to:)``.
    package func changePhrase(
        to phrase: RecoveryPhrase, costs: RecoveryCosts
    ) async throws(RecoveryError) -> RecoveryStatement {
        try await inTurn { () throws(RecoveryError) in
            try await changePhraseInTurn(phrase, costs)
        }
    }

    private func changePhraseInTurn(
        _ phrase: RecoveryPhrase, _ costs: RecoveryCosts
    ) async throws(RecoveryError) -> RecoveryStatement {
        var enrolment = try await requireEnrolment()
        let account = enrolment.statement.account
        let bounds = configuration.bounds
        let statement = try await queue.recovering { () throws(RecoveryError) in
            let keys = try RecoveryKeys(phrase, costs: costs, bounds: bounds)
            return try RecoveryStatement(keys, account: account)
        }
        guard statement.check != enrolment.statement.check else { return enrolment.statement }
        guard enrolment.retiring == nil else { throw .unfinished }
        enrolment.retiring = Enrolment.Retiring(place: enrolment.place, isLineage: false)
        enrolment.statement = statement
        // The header first: a death between the two leaves the old phrase, which opens all there is.
        try await keepHeader(enrolment, enrolment.keys())
        try await keep(&enrolment)
        return statement
    }

    /// Begins a new backup with a key of its own: for leaked words, or a lost device that had the key.
    ///
    /// It takes no phrase: the key is wrapped to the public half. The old backup stays and can be
    /// restored until the new one was run and ``finishChange(origin:)`` has verified it.
    ///
    /// - Parameter statement: the public half of a new phrase; `nil` to keep the present one.
    /// - Throws: ``RecoveryError/unfinished`` if an earlier change was not finished;
    ///   ``RecoveryError``.
    public func beginLineage(
        _ statement: RecoveryStatement? = nil
    ) async throws(RecoveryError) {
        try await inTurn { () throws(RecoveryError) in try await beginLineageInTurn(statement) }
    }

    private func beginLineageInTurn(
        _ statement: RecoveryStatement?
    ) async throws(RecoveryError) {
        var enrolment = try await requireEnrolment()
        guard enrolment.retiring == nil else { throw .unfinished }
        guard statement?.account ?? enrolment.statement.account == enrolment.statement.account
        else { throw .damaged(BackupDamage(.statement, .misplaced)) }
        enrolment.retiring = Enrolment.Retiring(place: enrolment.place, isLineage: true)
        enrolment.statement = statement ?? enrolment.statement
        enrolment.key = try newKey()
        enrolment.lineage = try newLineage()
        enrolment.known = nil
        // The key first, as when a backup is switched on; the old one is named in it as well.
        try await keep(&enrolment)
        try await ensureHeader(enrolment)
    }

    /// Ends a change of phrase or backup: verifies what is new, all of it, and only then removes what
    /// is old.
    ///
    /// - Parameter origin: this device.
    /// - Throws: ``RecoveryError/unfinished`` if the new backup has no generation yet;
    ///   ``RecoveryError/damaged(_:)``; what is old is still there then.
    public func finishChange(origin: BackupOrigin) async throws(RecoveryError) {
        try await inTurn { () throws(RecoveryError) in try await finishChangeInTurn(origin) }
    }

    private func finishChangeInTurn(_ origin: BackupOrigin) async throws(RecoveryError) {
        var enrolment = try await requireEnrolment()
        guard let retiring = enrolment.retiring else { return }
        _ = try await verifyInTurn(origin)
        enrolment = try await requireEnrolment()
        let target = configuration.target
        try await atTarget { () throws(BackupTargetError) in
            try await target.removeHeader(at: retiring.place)
            if retiring.isLineage { try await target.removeLineage(retiring.place.lineage) }
        }
        enrolment.retiring = nil
        try await keep(&enrolment)
    }

    /// Whether a change waits for ``finishChange(origin:)``.
    ///
    /// - Returns: whether the old phrase or the old backup is still there.
    /// - Throws: ``RecoveryError/store(_:)``.
    public func isChanging() async throws(RecoveryError) -> Bool {
        try await enrolment()?.retiring != nil
    }

    /// Reads the newest generation back, all of it, and verifies it with the key that the device has.
    ///
    /// It does not tell whether the person still has the words: for that, ask for them and use
    /// ``FoundBackup/find(_:at:witness:)``.
    ///
    /// - Parameter origin: this device.
    /// - Returns: what is there.
    /// - Throws: ``RecoveryError``, as a restore would; ``RecoveryError/noBackup`` if the header of
    ///   this backup is not there.
    @discardableResult
    public func verify(_ origin: BackupOrigin) async throws(RecoveryError) -> BackupSummary {
        try await inTurn { () throws(RecoveryError) in try await verifyInTurn(origin) }
    }

    private func verifyInTurn(
        _ origin: BackupOrigin
    ) async throws(RecoveryError) -> BackupSummary {
        var enrolment = try await requireEnrolment()
        let keys = try enrolment.keys()
        let header = try await header(of: enrolment, keys)
        let signed = try await manifests(of: enrolment.lineage)
        guard !signed.isEmpty else {
            throw enrolment.known.map { .rolledBack(known: $0.generation, found: 0) }
                ?? .unfinished
        }
        let found = try await OpenedGeneration(
            header, signed, RestoreWitness(log: origin.log, seen: enrolment.known),
            reader(keys))
        try await found.verify()
        let now = configuration.clock.now
        try await note(in: &enrolment) { enrolment in
            enrolment.health.lastVerified = now
            enrolment.know(found.summary.generation)
        }
        return found.summary
    }

    private func header(
        of enrolment: Enrolment, _ keys: BackupKeys
    ) async throws(RecoveryError) -> BackupHeader {
        for bytes in try await headers() {
            let header = try BackupHeader(bytes)
            guard header.place == enrolment.place else { continue }
            try header.check(keys)
            return header
        }
        throw .noBackup
    }
}
