import HoldfastCore
import HoldfastE2EE
import HoldfastWire

extension VaultDevice {
    /// Looks at the identity for showing it: nothing is made or given up, and nobody is waited for.
    ///
    /// What a death interrupted is finished, and the newest place of the log is remembered, so that
    /// an older log is noticed later.
    ///
    /// - Returns: what was found.
    /// - Throws: status 1 if the vault is no device; what kept the vault or the journal from it.
    func examined(_ action: String) async throws(Failure) -> IdentityExamination {
        _ = try await run(action) { () async throws(IdentityError) in
            try await identity.open(.background)
        }
        let found = await identity.examine()
        guard found.findings.holdsSomething else { throw Failure.noDevice(action) }
        return found
    }

    /// Looks at the identity and reads its account's log, for a command that signs nothing.
    ///
    /// - Returns: the identity, and its log, which has every place that was seen before.
    /// - Throws: as ``examined(_:)``; what is wrong with the log.
    func read(
        _ action: String
    ) async throws(Failure) -> (record: IdentityRecord, log: AccountLog) {
        let found = try await examined(action)
        guard let record = found.record else {
            throw try await failure(found.decision, record: nil, action)
        }
        let log = try await session.attempt(action) { () async throws(KeychainError) in
            try await AccountLog.read(record.account, from: directory, after: found.progress?.head)
        }
        return (record, log)
    }

    /// Opens the identity for a change, with the person there.
    ///
    /// - Returns: what was decided.
    /// - Throws: status 1 if the vault is no device; what kept the vault or the journal from it.
    func opened(_ action: String) async throws(Failure) -> IdentityOpening {
        let opening = try await run(action) { () async throws(IdentityError) in
            try await identity.open(.foreground)
        }
        if opening.decision == .firstInstall { throw Failure.noDevice(action) }
        return opening
    }

    /// Opens the identity for a change that only a device in order may make.
    ///
    /// - Returns: the identity, and its account's log, which has every place that was seen before.
    /// - Throws: the decision's error, or that of the log; nothing was changed then.
    func inOrder(
        _ action: String
    ) async throws(Failure) -> (record: IdentityRecord, log: AccountLog) {
        let opening = try await opened(action)
        guard case .proceed = opening.decision, let record = opening.record else {
            throw try await failure(opening.decision, record: opening.record, action)
        }
        let head = await identity.examine().progress?.head
        let log = try await session.attempt(action) { () async throws(KeychainError) in
            try await AccountLog.read(record.account, from: directory, after: head)
        }
        return (record, log)
    }

    /// Takes a counter before something is signed for the account, and tells the directory.
    ///
    /// A copy of the vault that runs elsewhere is behind it then, and notices.
    func takeCounter(_ record: IdentityRecord, _ action: String) async throws(Failure) {
        try await run(action) { () async throws(IdentityError) in
            let counter = try await identity.nextMessageCounter()
            do throws(DirectoryError) {
                try await directory.note(counter, of: record.device.id)
            } catch {
                throw .directory(error)
            }
        }
    }

    /// Remembers the place of what this device has just signed, so that a directory that takes it
    /// back is noticed.
    func rememberHead(_ action: String) async throws(Failure) {
        _ = try await run(action) { () async throws(IdentityError) in
            try await identity.open(.background)
        }
    }

    /// Does something with the identity; what it throws then says what was being done.
    func run<Answer>(
        _ action: String, _ body: () async throws(IdentityError) -> Answer
    ) async throws(Failure) -> Answer {
        try await session.attempt(action) { () async throws(KeychainError) -> Answer in
            do throws(IdentityError) {
                return try await body()
            } catch {
                throw KeychainError(error, of: directory)
            }
        }
    }

    /// Why a decision does not permit what was asked, in the directory's own words where it is at
    /// fault.
    func failure(
        _ decision: IdentityDecision, record: IdentityRecord?, _ action: String
    ) async throws(Failure) -> Failure {
        if decision == .notYet(.serverNotHeard), record == nil, let trouble = directory.trouble {
            return Failure(trouble, action)
        }
        if decision == .notYet(.serverNotHeard), let record {
            let head = await identity.examine().progress?.head
            // What it throws is the answer; if it throws nothing, the directory is back.
            _ = try await session.attempt(action) { () async throws(KeychainError) in
                try await AccountLog.read(record.account, from: directory, after: head)
            }
        }
        return Failure(DecisionText.error(decision), action)
    }
}

extension IdentityFindings {
    /// Whether anything of an identity is there, or cannot be looked for.
    var holdsSomething: Bool { key != .missing || database != .missing }
}

extension KeychainError {
    /// The error for what an identity could not do.
    ///
    /// - Parameters:
    ///   - error: what it threw.
    ///   - directory: knows more of its own failures.
    init(_ error: IdentityError, of directory: any AccountDirectory) {
        switch error {
        case .keychain(let error): self = error
        case .directory(let error): self.init(error, of: directory, knowsPlace: false)
        case .log(let error): self.init(log: error)
        case .joining(let error): self.init(joining: error)
        case .notPermitted(let decision):
            self = DecisionText.error(decision ?? .needsDecision)
        }
    }
}
