import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// `holdfast device request`: asks an account's devices to let this vault in.
enum DeviceRequestCommand: Command {
    static let declaration = CommandDeclaration(
        "device request", "ask the devices of an account to let this vault in",
        discussion: [
            "The vault makes its keys and writes a request: a text for 'holdfast device approve' on"
                + " a device of the account, and thirty digits that have to be the same there. The"
                + " text is no secret; the digits tell whether somebody changed it on its way. A tool"
                + " built with the trait QRCode draws it as a code to scan, too. Once"
                + " it is approved, 'holdfast device show' finds the vault in the account. Until then"
                + " the request can be made again, with the same keys.",
            "A vault whose key is lost asks for its own old place; --replace asks for another"
                + " device's. The place keeps its name and contacts' verification, and the device that"
                + " had it is out. A place is given away only by a device with a key for its person,"
                + " and the others can object for 72 hours.",
        ],
        options: [.account, .deviceName, replace, .reason, approver, .keyStorage, .invert]
            + .directoryPlace,
        examples: [
            .init(
                "holdfast device request --account 5f3c… --directory ~/team/devices",
                "ask to be let in as a device of its own")
        ])

    static let replace = OptionDeclaration(
        "replace", value: "DEVICE", "ask for the place of this device, by 8 digits of its id")
    static let approver = OptionDeclaration(
        "approver", value: "DEVICE", "have only this device approve it, by 8 digits of its id")

    private static let action = "cannot ask to be let in"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        _ = try await ask(arguments, in: session)
        return 0
    }

    /// Asks to be let in, and writes the request; or writes which device the vault is.
    ///
    /// - Parameters:
    ///   - arguments: all options of this command are looked at.
    ///   - session: the surroundings.
    ///   - needsRelay: whether the account has to be at a relay.
    /// - Returns: the device, and its identity if it is in the account, else the request.
    /// - Throws: `INVALID_ARGUMENT` for another account; what speaks against a request; what kept
    ///   vault or directory from it.
    static func ask(
        _ arguments: ParsedArguments, in session: Session, needsRelay: Bool = false
    ) async throws(Failure) -> (
        device: VaultDevice, record: IdentityRecord?, request: JoinRequest?
    ) {
        let name = try DeviceName.wanted(arguments, action)
        let account = try arguments.accountID(action)
        let device = try await VaultDevice.prepare(
            arguments, in: session, action, makesDirectory: false, needsRelay: needsRelay)
        let opening = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.open(.foreground, account: account)
        }
        if case .proceed = opening.decision, let record = opening.record {
            try writeThatItIsIn(record, account, in: session)
            return (device, record, nil)
        }
        guard opening.account != nil else {
            throw Failure.usage("--account is missing", of: arguments.command)
        }
        guard opening.permitsJoining else { throw try await refusal(opening, device) }
        let log = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.accountLog()
        }
        let place = try place(arguments, opening, log, name)
        let only = try arguments.value(of: approver).map { (word) throws(Failure) in
            try DeviceReference.find(word, in: log.facts, action).record.id
        }
        let request = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.askToJoin(as: place, approvedBy: only)
        }
        try await device.keepDirectory(action)
        try write(request, log, arguments, in: session)
        return (device, nil, request)
    }

    private static func writeThatItIsIn(
        _ record: IdentityRecord, _ account: AccountID?, in session: Session
    ) throws(Failure) {
        guard account ?? record.account == record.account else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "this vault is a device of another account",
                    advice: "see 'holdfast device show'; use another vault for another account"),
                action)
        }
        session.note("this vault is a device of the account")
        try DeviceReport.write(record, in: session)
    }

    private static func refusal(
        _ opening: IdentityOpening, _ device: VaultDevice
    ) async throws(Failure) -> Failure {
        if opening.decision == .firstInstall {
            return Failure(
                KeychainError(.unknownAccount, of: device.directory, knowsPlace: false), action)
        }
        return try await device.failure(opening.decision, record: opening.record, action)
    }

    private static func place(
        _ arguments: ParsedArguments, _ opening: IdentityOpening, _ log: DeviceLog, _ name: String
    ) throws(Failure) -> JoinPlace {
        let reason: ReasonWord? = try arguments.choice(of: .reason)
        guard let word = arguments.value(of: replace) else {
            if reason != nil {
                throw Failure.usage("--reason belongs to --replace", of: declaration)
            }
            let own = arguments.has(.deviceName) ? nil : opening.ownPlace
            return own ?? .new(named: name)
        }
        let member = try DeviceReference.find(word, in: log.facts, action)
        return .successor(of: member.record.id, reason: (reason ?? .lost).reason)
    }

    private static func write(
        _ request: JoinRequest, _ log: DeviceLog, _ arguments: ParsedArguments,
        in session: Session
    ) throws(Failure) {
        let text = ScanText.text(of: request.bytes)
        let approvers = request.approvers.map { LogText.name($0, log.facts) }
        if session.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("device", Hexadecimal.text(of: request.device.id.bytes))
                json.member("name", request.device.name)
                json.member("account", Hexadecimal.text(of: request.account.bytes))
                json.member(
                    "replaces", request.replacedDevice.map { Hexadecimal.text(of: $0.bytes) })
                json.member("request", text)
                json.member("comparison", request.comparison.joined(separator: " "))
                json.name("approvers")
                json.array { json in
                    for id in request.approvers { json.element(Hexadecimal.text(of: id.bytes)) }
                }
            }
            return try session.output.write(json)
        }
        try session.output.write(
            DeviceReport.text([
                ("device", "\(request.device.id)"), ("name", Quoted.escaped(request.device.name)),
                ("compare", request.comparison.joined(separator: " ")),
                ("approved by one of", approvers.joined(separator: ", ")), ("request", text),
            ]))
        try QRCode.draw(text, arguments, in: session)
        session.note(
            "give the request to 'holdfast device approve' on one of these devices and compare the"
                + " digits; then 'holdfast device show' here")
    }
}
