import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// `holdfast device verify`: whether a contact's account is the contact's.
enum DeviceVerifyCommand: Command {
    static let declaration = CommandDeclaration(
        "device verify", "find out whether a contact's account is the contact's",
        discussion: [
            "The first time, --account names the contact's account, and the vault remembers it under"
                + " the name CONTACT. What is shown then is for two people: sixty digits that are the"
                + " same on both sides, to be read aloud, and a code that the other side scans, or"
                + " gets as text. --number says that the digits were compared; --scan takes the text"
                + " of the contact's code and verifies both accounts' logs up to the places in it.",
            "Later, the same line looks whether the contact's log has gone on as it may. If there is"
                + " another account in the contact's place (--account names another one), the contact"
                + " is no longer verified, and nothing may be sent until --scan, or --accept. Two"
                + " versions of a contact's log are nobody's to accept: they end where the contact's"
                + " recovery phrase has put them together. If this vault has not seen the version"
                + " that ended up to its end, --branch names a directory that has it, as an old copy"
                + " does. Without CONTACT, all contacts are listed.",
            "The exit status is 0 if the contact is verified, 1 if it is not yet, and 6 if it is no"
                + " longer, if nothing may be sent, or if the directory's log is not what it should"
                + " be.",
        ],
        arguments: [
            .init("CONTACT", "what you call the contact: 1 to 256 characters", isOptional: true)
        ],
        options: [account, scan, number, accept, branch, .invert] + .directoryPlace,
        examples: [
            .init(
                "holdfast device verify bob --account 5f3c…",
                "remember Bob's account, and show number and code"),
            .init("holdfast device verify bob --scan HOLDFAST:JBDFCUQB…", "take in Bob's code"),
            .init(
                "holdfast device verify bob --number '24137 09885 …'",
                "the digits were the same on a call"),
        ])

    private static let account = OptionDeclaration.account
    private static let scan = OptionDeclaration(
        "scan", value: "TEXT", "the text of the contact's code; - reads it from standard input")
    private static let number = OptionDeclaration(
        "number", value: "DIGITS", "the sixty digits as the contact has them")
    private static let accept = OptionDeclaration(
        "accept", "accept another account in the contact's place")
    private static let branch = OptionDeclaration(
        "branch", value: "FILE",
        "the directory that has the contact's other version, which the recovery phrase has ended")

    private static let action = "cannot verify the contact"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let modes = [scan, number, accept].filter { arguments.has($0) }
        guard modes.count <= 1 else {
            throw Failure.usage("--scan, --number and --accept exclude each other", of: declaration)
        }
        guard let name = arguments.words.first else {
            guard modes.isEmpty, !arguments.has(account), !arguments.has(branch) else {
                throw Failure.usage("CONTACT is missing", of: declaration)
            }
            return try await list(arguments, in: session)
        }
        let device = try await VaultDevice.find(arguments, in: session, action)
        let (record, own) = try await device.read(action)
        let book = ContactBook(device.vault)
        let log = try await contactLog(name, book, device, arguments)
        let ended = try await endedBranch(of: log.log.account, arguments, in: session)
        let change = try change(arguments, in: session, own: own.log, contact: log.log)
        var report = ContactReport(
            name: name, own: record.account, ownHead: own.log.head, contact: log)
        report.pin = try await session.attempt(action) { () async throws(KeychainError) in
            try await book.update(name) { (known) throws(KeychainError) in
                var pin = known ?? ContactPin(firstContact: log.log)
                report.event = pin.take(log.log, endingForkOf: ended)
                report.outcome = try change(&pin)
                return pin
            }
        }
        return try finish(report, arguments, in: session)
    }

    private static func list(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try await session.vaultForItems()
        let contacts = try await session.attempt("cannot list the contacts") {
            () async throws(KeychainError) in try await ContactBook(vault).all()
        }
        if session.isJSON {
            var json = JSONWriter()
            json.array { json in
                for contact in contacts { json.object { contact.members(into: &$0) } }
            }
            try session.output.write(json)
        } else {
            try session.output.write(contacts.map { $0.line + "\n" }.joined())
        }
        let isWrong = contacts.contains { !$0.pin.maySend || $0.pin.standing == .noLongerVerified }
        return isWrong ? 6 : 0
    }

    private static func contactLog(
        _ name: String, _ book: ContactBook, _ device: VaultDevice, _ arguments: ParsedArguments
    ) async throws(Failure) -> AccountLog {
        let named = try arguments.accountID(action)
        let known = try await device.session.attempt(action) { () async throws(KeychainError) in
            try await book.pin(of: name)?.account
        }
        guard let account = named ?? known else {
            throw Failure.usage(
                "the contact \(Quoted.text(name)) is not known yet; name the account with --account",
                of: declaration)
        }
        return try await device.session.attempt(action) { () async throws(KeychainError) in
            try await AccountLog.read(account, from: device.directory)
        }
    }

    /// The version of a contact's log in the directory of `--branch`; `nil` where none is named.
    private static func endedBranch(
        of account: AccountID, _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> DeviceLog? {
        guard let path = arguments.value(of: branch) else { return nil }
        return try await session.attempt("cannot read the other version") {
            () async throws(KeychainError) in
            try await AccountLog.read(account, from: FileDirectory(DirectoryFile(path: path))).log
        }
    }

    /// What the command line says that was compared.
    private static func change(
        _ arguments: ParsedArguments, in session: Session, own: DeviceLog, contact: DeviceLog
    ) throws(Failure) -> (inout ContactPin) throws(KeychainError) -> ContactScanOutcome? {
        if let text = arguments.value(of: scan) {
            let scan = try ContactScan(scanned: text, in: session, action)
            return { pin in pin.confirm(scan, own: own, contact: contact) }
        }
        if let text = arguments.value(of: number) {
            return { (pin) throws(KeychainError) in
                try confirm(text, &pin, own: own.account)
                return nil
            }
        }
        guard arguments.has(accept) else { return { _ in nil } }
        return { (pin) throws(KeychainError) in
            guard pin.acceptNewAccount() else {
                throw KeychainError(
                    .invalidArgument, "there is no other account in the contact's place to accept",
                    advice: "see 'holdfast device verify'")
            }
            return nil
        }
    }

    nonisolated private static func confirm(
        _ text: String, _ pin: inout ContactPin, own: AccountID
    ) throws(KeychainError) {
        let number = SafetyNumber(own: own, contact: pin.account)
        let typed = text.filter { !" \n\t-".contains($0) }
        guard typed.utf8.count == number.digits.utf8.count,
            typed.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            throw KeychainError(
                .invalidArgument, "a safety number has sixty digits",
                advice: "give all of them; blanks between them do not count")
        }
        guard typed == number.digits else {
            throw KeychainError(
                .dataCorrupted,
                "the numbers differ: one of you has another account than the other's",
                advice: "nothing was changed; do not send anything before you know why")
        }
        guard pin.confirm(number, own: own) else {
            throw KeychainError(
                .dataCorrupted, "nothing may be sent to this contact, whatever the numbers say",
                advice: "accept the account with --accept, or scan the contact's code")
        }
    }

    private static func finish(
        _ report: ContactReport, _ arguments: ParsedArguments, in session: Session
    ) throws(Failure) -> Int32 {
        if session.isJSON {
            try session.output.write(report.json)
        } else {
            try session.output.write(report.text(session.output.style))
            let showsCode = !arguments.has(scan) && !arguments.has(number)
            if showsCode {
                let text = report.scanText
                try session.output.write("\n")
                try QRCode.draw(text, arguments, in: session)
                try session.output.write("\nfor the contact to scan, or as text:\n\(text)\n")
            }
        }
        if let note = report.warning { session.note(note) }
        return report.exitStatus
    }
}

extension ContactScan {
    /// Reads the text of a code from a command line.
    ///
    /// - Parameters:
    ///   - text: the text, or `-` for standard input.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Throws: `INVALID_ARGUMENT` for anything else; `UNSUPPORTED` for a newer version.
    @MainActor
    fileprivate init(
        scanned text: String, in session: Session, _ action: String
    ) throws(Failure) {
        let bytes = try ScanText.bytes(from: text, in: session, action)
        do throws(WireError) {
            try self.init(bytes)
        } catch {
            throw Failure(
                KeychainError(scanned: error, "a contact's code"), action)
        }
    }
}
