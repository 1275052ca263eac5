import HoldfastCore
import HoldfastE2EE
import HoldfastRecovery
import HoldfastWire

/// `holdfast device transfer`: the old device's history for the new one, without the words.
enum DeviceTransferCommand: Command {
    static let declaration = CommandDeclaration(
        "device transfer", "hand this device's history over to a new one",
        discussion: [
            "For an old and a new device at hand. The new one is in the account first ('holdfast device"
                + " request' or 'account join' there, 'device approve' here). Then this command sends"
                + " messages, contacts and the items that may leave the device, sealed for the new one"
                + " alone, and shows a code to scan, the same as text, and thirty digits. On the new"
                + " device --take has the text; the digits have to be the same there.",
            "The new device verifies all of it before anything takes its place, and says so, signed."
                + " Until then what was sent stays, and the same command says how it is and shows the"
                + " code again; --wait stays for the answer. Then what was sent is removed. What this"
                + " device has is never touched. The new one keeps what it holds already: with"
                + " messages in it, it needs --keep.",
            "The history goes by the account's relay, and where there is none by a file that both"
                + " devices reach: --via on both. Neither can read it.",
            "The exit status is 0 once the new device has taken all of it, and 1 as long as it has"
                + " not. Whatever stops either side, the same command goes on.",
        ],
        arguments: [
            .init(
                "DEVICE", "the new device, by 8 digits of its id (default: the only other one)",
                isOptional: true)
        ],
        options: [
            take, .comparison, .yes, BackupRestoreCommand.keep, .wait, .transferAnew, giveUp,
            .transferVia, .invert,
        ] + .directoryPlace,
        examples: [
            .init("holdfast device transfer --wait 600", "on the old device"),
            .init("holdfast device transfer --take HOLDFAST:JBDFIVA…", "on the new one"),
        ])

    private static let take = OptionDeclaration(
        "take", value: "TEXT",
        "take the history that the other device's text names; - reads it from standard input")
    private static let giveUp = OptionDeclaration(
        "give-up", "remove what was sent; the new device gets nothing of it")

    private static let giveAction = "cannot hand the history over"
    private static let takeAction = "cannot take the history"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let ofTaking = [.comparison, .yes, BackupRestoreCommand.keep].filter { arguments.has($0) }
        let ofGiving = [.wait, .transferAnew, giveUp, .invert].filter { arguments.has($0) }
        if let text = arguments.value(of: take) {
            guard ofGiving.isEmpty, arguments.words.isEmpty else {
                throw Failure.usage(
                    "--take goes with --comparison, --yes, --keep and --via alone", of: declaration)
            }
            return try await take(text, arguments, in: session)
        }
        if let option = ofTaking.first {
            throw Failure.usage("--\(option.name) belongs to --take", of: declaration)
        }
        guard !arguments.has(giveUp) || (ofGiving.count == 1 && arguments.words.isEmpty) else {
            throw Failure.usage("--give-up goes with --via alone", of: declaration)
        }
        return try await give(arguments, in: session)
    }
}

// MARK: The old device

extension DeviceTransferCommand {
    private static func give(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let seconds: Int64 = try arguments.number(of: .wait, in: 0...86_400) ?? 0
        let transfer = try await VaultTransfer.open(arguments, in: session, giveAction)
        if let known = transfer.note, known.place != transfer.here.place {
            throw transfer.refuse(
                "a transfer is under way in \(known.place.text)",
                "leave --via out, or end it with --give-up")
        }
        if arguments.has(giveUp) {
            guard transfer.note != nil else {
                throw Failure(
                    KeychainError(transfer: .notEnrolled, at: transfer.here.place), giveAction)
            }
            try await transfer.giveUp()
            session.note("the transfer is given up, and what was sent is removed")
            return 0
        }
        let note = try await underWay(arguments, transfer)
        if try await transfer.isTaken(note) { return try finish(note, transfer) }
        try TransferReport(note, transfer).write(arguments, in: session)
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            do {
                try await Task.sleep(for: .seconds(1))
            } catch {
                throw Failure(
                    KeychainError(.userCanceled, "it was interrupted", advice: "run it again"),
                    giveAction)
            }
            if try await transfer.isTaken(note) { return try finish(note, transfer) }
        }
        if seconds > 0 { session.note("the new device has not taken it yet; the code stays good") }
        return 1
    }

    /// What goes on, or is begun.
    private static func underWay(
        _ arguments: ParsedArguments, _ transfer: VaultTransfer
    ) async throws(Failure) -> TransferNote {
        let wanted = try arguments.words.first.map { (word) throws(Failure) in
            try DeviceReference.find(word, in: transfer.facts, giveAction).record.id
        }
        if let note = transfer.note, !arguments.has(.transferAnew) {
            guard wanted == nil || wanted == note.ticket.target else {
                throw transfer.refuse(
                    "a transfer to \(LogText.name(note.ticket.target, transfer.facts)) is under way",
                    "--anew ends it and begins this one, --give-up ends it")
            }
            return note
        }
        return try await transfer.begin(for: try target(wanted, transfer))
    }

    private static func target(
        _ wanted: DeviceID?, _ transfer: VaultTransfer
    ) throws(Failure) -> DeviceID {
        let own = transfer.here.record.device.id
        let others = transfer.facts.activeDevices.filter { $0.id != own }
        if let wanted {
            guard others.contains(where: { $0.id == wanted }) else {
                throw transfer.refuse(
                    wanted == own
                        ? "that is this device itself"
                        : "the device is not in the account any more", "see 'holdfast device list'")
            }
            return wanted
        }
        guard let only = others.first else {
            throw transfer.refuse(
                "the account has no other device",
                "let the new one in first: 'holdfast device request' there, 'device approve' here")
        }
        guard others.count == 1 else {
            let names = others.map { "\($0.id) (\(Quoted.text($0.name)))" }
            throw transfer.refuse(
                "there are several devices: \(names.joined(separator: ", "))",
                "say which one is to have the history")
        }
        return only.id
    }

    private static func finish(
        _ note: TransferNote, _ transfer: VaultTransfer
    ) throws(Failure) -> Int32 {
        try TransferReport(note, transfer).writeThatItIsTaken(in: transfer.session)
        transfer.session.note(
            "what was sent is removed; what this device has stays. If it is to go, 'holdfast device"
                + " revoke' puts it out of the account")
        return 0
    }
}

// MARK: The new device

extension DeviceTransferCommand {
    private static func take(
        _ word: String, _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        // First of all, since another program may go on with this command line and its input.
        let transfer = try await VaultTransfer.open(arguments, in: session, takeAction)
        let ticket = try ticket(word, in: session)
        let record = transfer.here.record
        guard ticket.account == record.account, ticket.target == record.device.id else {
            throw transfer.refuse(
                "the text is for another device than this one",
                "nothing was taken; see 'holdfast device list' for this device's id")
        }
        let source = LogText.name(ticket.source, transfer.facts)
        try await session.compare(
            ticket.comparison, arguments, takeAction,
            different: "this is not the text that \(source) shows",
            advice: "nothing was taken; bring the text here another way",
            asking: "The history of \(source) (\(ticket.source)) is taken in here.")
        let outcome = try await transfer.take(
            ticket, besideOthers: arguments.has(BackupRestoreCommand.keep))
        try outcome.write(in: session)
        session.note(
            "\(source) is told; 'holdfast backup on' has this device back up as that one did")
        return 0
    }

    private static func ticket(
        _ word: String, in session: Session
    ) throws(Failure) -> TransferTicket {
        let bytes = try ScanText.bytes(from: word, in: session, takeAction)
        do throws(WireError) {
            return try TransferTicket(bytes)
        } catch {
            throw Failure(KeychainError(scanned: error, "a transfer's text"), takeAction)
        }
    }
}
