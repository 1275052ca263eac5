import HoldfastCore
import HoldfastE2EE
import HoldfastHistory
import HoldfastLinux
import HoldfastRecovery
import HoldfastWire

/// A vault's device that hands its history to another device of the account, or takes one.
@MainActor
struct VaultTransfer {
    /// The device, and the place that the history goes by.
    let here: VaultBackup
    /// What is under way from this device.
    let note: TransferNote?
    private let action: String

    var session: Session { here.device.session }
    var facts: LogFacts { here.log.log.facts }

    /// Opens the device of the vault that a command line names.
    ///
    /// - Parameters:
    ///   - arguments: where the account is, and `--via`.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: the device, and what it has noted.
    /// - Throws: as ``VaultBackup/open(_:in:_:)``; `INVALID_ARGUMENT` if nothing says by what place, or
    ///   if another one is in use.
    static func open(
        _ arguments: ParsedArguments, in session: Session, _ action: String
    ) async throws(Failure) -> VaultTransfer {
        let device = try await VaultDevice.find(arguments, in: session, action)
        let (record, log) = try await device.inOrder(action)
        let named = try BackupPlace.file(arguments, .transferVia)
        let vault = device.vault
        let isAnew = arguments.has(.transferAnew)
        let note = try await session.attempt(action) { () async throws(KeychainError) in
            do throws(KeychainError) {
                return try await TransferNote.read(from: vault)
            } catch {
                // A note that cannot be read is what --anew is for.
                guard isAnew, error.code == .dataCorrupted else { throw error }
                return nil
            }
        }
        let place = named ?? note?.place
        let isAtRelay = device.directory is RelayAccountDirectory
        if place == .relay || place == nil, !isAtRelay {
            throw Failure(
                KeychainError(
                    .invalidArgument, "the account is in a file, and at no relay",
                    advice: "name a file that both devices reach with --via"), action)
        }
        let here = try await VaultBackup(device, record, log, place, action)
        return VaultTransfer(here: here, note: note, action: action)
    }

    /// Runs a body that speaks to the place; what it throws then says what was being done.
    func run<R>(
        counting what: String? = nil, _ body: () async throws(RecoveryError) -> R
    ) async throws(Failure) -> R {
        here.progress.begin(what, on: session.streams.error)
        defer { here.progress.end() }
        return try await session.attempt(action) { () async throws(KeychainError) in
            do throws(RecoveryError) {
                return try await body()
            } catch {
                throw KeychainError(transfer: error, at: here.place)
            }
        }
    }

    /// Refuses what the command line asks for.
    func refuse(_ message: String, _ advice: String) -> Failure {
        Failure(KeychainError(.invalidArgument, message, advice: advice), action)
    }
}

// MARK: Handing over

extension VaultTransfer {
    private var outgoing: OutgoingTransfer { OutgoingTransfer(here.configuration) }

    /// Sends the history, and notes the ticket.
    ///
    /// - Parameter target: the device that it is for.
    /// - Returns: what is under way now.
    /// - Throws: what kept the place from taking it; the call can be repeated.
    func begin(for target: DeviceID) async throws(Failure) -> TransferNote {
        // One that is being replaced counts no more, whatever becomes of this one.
        try await forget()
        let (outgoing, source, origin) = (outgoing, here.source, here.origin)
        let ticket = try await run(counting: "pieces sent") { () async throws(RecoveryError) in
            try await outgoing.begin(source, from: origin, to: target)
        }
        let note = TransferNote(ticket: ticket, place: here.place)
        try await keep(note)
        return note
    }

    /// Whether the other device has taken it; then what was sent is removed.
    ///
    /// - Parameter note: what is under way.
    /// - Returns: whether it has.
    /// - Throws: what kept the place from answering; `DATA_CORRUPTED` for a false receipt.
    func isTaken(_ note: TransferNote) async throws(Failure) -> Bool {
        let (outgoing, log) = (outgoing, here.log.log)
        if !note.isTaken {
            let isTaken = try await run { () async throws(RecoveryError) in
                try await outgoing.isTaken(note.ticket, in: log)
            }
            guard isTaken else { return false }
            // The receipt goes with the rest: a death in between must not forget what it said.
            var taken = note
            taken.isTaken = true
            try await keep(taken)
        }
        try await giveUp()
        return true
    }

    /// Removes what was sent, and forgets it.
    func giveUp() async throws(Failure) {
        let outgoing = outgoing
        try await run { () async throws(RecoveryError) in try await outgoing.abandon() }
        try await forget()
    }

    private func keep(_ note: TransferNote) async throws(Failure) {
        let vault = here.device.vault
        try await session.attempt(action) { () async throws(KeychainError) in
            try await note.keep(in: vault)
        }
    }

    private func forget() async throws(Failure) {
        let vault = here.device.vault
        try await session.attempt(action) { () async throws(KeychainError) in
            try await TransferNote.remove(from: vault)
        }
    }
}

// MARK: Taking

extension VaultTransfer {
    /// Takes the history of a ticket: all of it is verified before anything is put in its place.
    ///
    /// - Parameters:
    ///   - ticket: the ticket, compared.
    ///   - isPermitted: whether it is taken in beside messages that are here.
    /// - Returns: what was taken.
    /// - Throws: what is wrong with it; what kept place or vault from it. It can be said again.
    func take(
        _ ticket: TransferTicket, besideOthers isPermitted: Bool
    ) async throws(Failure) -> RestoreOutcome {
        let keys = IdentityKeys(here.record, in: here.device.parts)
        let (target, log, vault) = (here.progress, here.log.log, here.device.vault)
        let incoming = try await run { () async throws(RecoveryError) in
            try await IncomingTransfer.find(ticket, at: target, for: keys, in: log)
        }
        let history = try await here.device.historyConfiguration(action)
        let staging = HistoryRestore(into: history, ItemContents(vault))
        let mark = RestoreMark(vault)
        let progress = Progress(on: session.streams.error, "pieces taken")
        defer { progress.end() }
        let show = progress.show
        let report = try await run { () async throws(RecoveryError) in
            try await mark.permit(staging, incoming.summary.generation, besideOthers: isPermitted)
            return try await incoming.take(into: staging, occupied: .keep) {
                show($0.stagedCount, $0.pieceCount)
            }
        }
        let items = try await session.attempt(action) { () async throws(KeychainError) in
            try await staging.restoredItems()
        }
        return RestoreOutcome(
            summary: incoming.summary, unreadable: report.unreadable, items: items, record: nil,
            log: nil)
    }
}

extension OptionDeclaration {
    static let transferVia = Self(
        "via", value: "FILE", "by FILE, which both devices reach, instead of the account's relay",
        completion: .file)
    static let transferAnew = Self(
        "anew", "send the history anew, as it is now; what was sent before is removed")
}
