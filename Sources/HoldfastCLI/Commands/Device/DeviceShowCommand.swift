import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// `holdfast device show`: who this vault is, and whether it still is.
enum DeviceShowCommand: Command {
    static let declaration = CommandDeclaration(
        "device show", "show which device this vault is and whether it is in order",
        discussion: [
            "Three witnesses are asked: the key, what the device keeps beside the vault, and the"
                + " account's device log, of which only what verifies counts. The state says what"
                + " they come to, and what to do where that is needed. No key is made or given up.",
            "The exit status is 0 if the device is in order, 3 if the vault has to be unlocked, 7 if"
                + " the device's key is gone or it was removed, 9 if something cannot be asked now,"
                + " and 6 for everything that should not be: an old copy, a directory that was cut or"
                + " forked, one that has lost the device.",
        ],
        options: .directoryPlace,
        examples: [
            .init("holdfast device show", "the device, its state and its last decisions"),
            .init("holdfast device show --json", "the same for scripts"),
        ])

    private static let action = "cannot show the device"
    private static let decisionCount = 5

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let device = try await VaultDevice.find(arguments, in: session, action)
        let state = try await state(of: device)
        if session.isJSON {
            try session.output.write(json(state))
        } else {
            try session.output.write(DeviceReport.text(rows(state, session.output.style)))
        }
        if let trouble = state.trouble {
            session.note("\(trouble.message); \(ToolAdvice.of(trouble))")
        }
        return exitStatus(state)
    }

    /// What is shown.
    private struct State {
        let found: IdentityExamination
        let log: AccountLog?
        /// Why there is no log to show.
        let trouble: KeychainError?
        let decisions: [String]
        let contacts: [Contact]
    }

    private static func state(of device: VaultDevice) async throws(Failure) -> State {
        let found = try await device.examined(action)
        var log: AccountLog?
        var trouble: KeychainError?
        if let record = found.record {
            do throws(KeychainError) {
                log = try await AccountLog.read(
                    record.account, from: device.directory, after: found.progress?.head)
            } catch {
                trouble = error
            }
        }
        let vault = device.vault
        let (lines, contacts) = try await device.session.attempt(action) {
            () async throws(KeychainError) in
            (
                try await device.parts.journal.lines(),
                found.error == nil ? try await ContactBook(vault).all() : []
            )
        }
        return State(
            found: found, log: log, trouble: trouble ?? found.error,
            decisions: lines.suffix(decisionCount), contacts: contacts)
    }

    private static func exitStatus(_ state: State) -> Int32 {
        let status = DecisionText.exitStatus(state.found.decision)
        guard status == 0, let trouble = state.trouble else { return status }
        return ErrorCatalogue.exitStatus(for: trouble)
    }

    private static func json(_ state: State) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            if let record = state.found.record { DeviceReport.members(of: record, into: &json) }
            json.member("state", DecisionText.word(state.found.decision))
            json.member("title", DecisionText.title(state.found.decision))
            json.member("advice", DecisionText.advice(state.found.decision))
            let removal = state.found.removal
            json.member("removedBy", removal.map { $0.authorName ?? "recovery phrase" })
            json.member("removedAt", removal.map { UnixTime(seconds: $0.created).description })
            json.member("reason", removal.map { LogText.word($0.reason) })
            json.member("key", state.found.findings.key.rawValue)
            json.member("database", state.found.findings.database.rawValue)
            json.member("log", state.found.findings.directory.rawValue)
            json.member("head", state.log.map { Int(clamping: $0.log.head.sequence) })
            json.member(
                "messageCounter", state.found.progress.map { Int(clamping: $0.messageCounter) })
            json.member("hasRecovery", state.log.map { $0.log.facts.recoveryKey != nil } ?? false)
            json.member("trouble", state.trouble?.message)
            json.name("decisions")
            json.array { json in for line in state.decisions { json.element(line) } }
            json.name("contacts")
            json.array { json in
                for contact in state.contacts { json.object { contact.members(into: &$0) } }
            }
        }
        return json
    }

    private static func rows(_ state: State, _ style: Style) -> [(String, String)] {
        var rows = state.found.record.map(DeviceReport.rows) ?? []
        let decision = state.found.decision
        let title = DecisionText.title(decision)
        let isGood = exitStatus(state) == 0
        rows.append(("state", isGood ? style.good(title) : style.bad(title)))
        if let body = DecisionText.body(decision) { rows.append(("meaning", body)) }
        if let removal = state.found.removal { rows.append(("removed", LogText.words(removal))) }
        if let advice = DecisionText.advice(decision) { rows.append(("next", advice)) }
        rows.append(("log", log(state, style)))
        if let facts = state.log?.log.facts {
            rows.append(("recovery", facts.recoveryKey == nil ? "none is set" : "a phrase is set"))
        }
        if let progress = state.found.progress {
            rows.append(("counter", String(progress.messageCounter)))
        }
        for contact in state.contacts { rows.append(("contact", contact.line)) }
        for line in state.decisions { rows.append(("decision", Quoted.lineEscaped(line))) }
        return rows
    }

    private static func log(_ state: State, _ style: Style) -> String {
        guard let log = state.log?.log else {
            return style.warning(state.found.findings.directory.rawValue)
        }
        let count = log.facts.activeDevices.count
        let waiting = log.pending.isEmpty ? "" : style.warning(", \(log.pending.count) waiting")
        return
            "verified up to entry \(log.head.sequence), \(count) \(count == 1 ? "device" : "devices")"
            + waiting
    }
}
