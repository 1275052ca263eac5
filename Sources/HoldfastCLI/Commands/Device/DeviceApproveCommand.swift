import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// `holdfast device approve`: lets another device into the account.
enum DeviceApproveCommand: Command {
    static let declaration = CommandDeclaration(
        "device approve", "let a device that asks into the account",
        discussion: [
            "REQUEST is what 'holdfast device request' wrote on the other machine, or - to read it"
                + " from standard input. Its thirty digits are shown: they have to be the ones on the"
                + " other machine's screen, else somebody changed the request on its way and would"
                + " come in. --comparison takes the digits from there and compares them; --yes asks"
                + " nothing. A device with a key for its person asks for the passcode.",
            "A new device is in at once. One that takes another's place can be objected to for 72"
                + " hours: see 'holdfast device list'.",
        ],
        arguments: [.init("REQUEST", "the text of the request, or - for standard input")],
        options: [.comparison, .yes] + .directoryPlace,
        examples: [
            .init("holdfast device approve - < request", "compare the digits, then let it in")
        ])

    private static let action = "cannot let the device in"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        // First of all, since another program may go on with this command line and its input.
        let device = try await VaultDevice.find(arguments, in: session, action)
        let request = try request(arguments.words[0], in: session)
        let (record, log) = try await device.inOrder(action)
        try await compare(request, log.log.facts, arguments, in: session)
        try await device.takeCounter(record, action)
        let prompt = Prompt(title: "Let in \(Quoted.text(request.device.name))")
        _ = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.approve(request, prompt: prompt)
        }
        session.note("the device \(Quoted.text(request.device.name)) is in the account")
        return 0
    }

    private static func request(
        _ word: String, in session: Session
    ) throws(Failure) -> JoinRequest {
        let bytes = try ScanText.bytes(from: word, in: session, action)
        do {
            return try JoinRequest(bytes)
        } catch {
            throw Failure(KeychainError(scanned: error, "a request"), action)
        }
    }

    private static func compare(
        _ request: JoinRequest, _ facts: LogFacts, _ arguments: ParsedArguments,
        in session: Session
    ) async throws(Failure) {
        let place = request.replacedDevice.map { " in the place of \(LogText.name($0, facts))" }
        try await session.compare(
            request.comparison, arguments, action,
            different: "this is not the request that was made",
            advice: "nobody was let in; bring the request here another way",
            asking: "\(Quoted.text(request.device.name)) (\(request.device.id)) asks to be let"
                + " in\(place ?? "").")
    }
}
