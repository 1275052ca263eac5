import HoldfastCore
import HoldfastLinux

/// `holdfast ls`: lists names.
enum ListCommand: Command {
    static let declaration = CommandDeclaration(
        "ls", "list the names of items, without their values",
        discussion: [
            "One name a line, in the order of its bytes; with --all the service and a tab before"
                + " it. Characters that are not printable, and the backslash, are escaped; --null"
                + " and --json give names as they are. It works while the vault is locked, but not"
                + " before the first unlock."
        ],
        options: [.service, .all, .backend, null],
        examples: [
            .init("holdfast ls", "the items of the default service"),
            .init("holdfast ls --all --json", "all items with what is known of them"),
        ])

    private static let null = OptionDeclaration(
        "null", "end each name, and each service, with a byte 0 and escape nothing")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let service = try service(arguments, in: session)
        let store = try await session.storeForItems()
        let items = try await session.attempt("cannot list the items") {
            () async throws(KeychainError) in
            try store.listWithoutPrompt(service: service)
        }
        if session.isJSON {
            try session.output.write(json(items))
        } else {
            try session.output.write(
                text(items, withService: service == nil, isExact: arguments.has(null)))
        }
        return 0
    }

    private static func service(
        _ arguments: ParsedArguments, in session: Session
    ) throws(Failure) -> String? {
        if arguments.has(.all) {
            if !arguments.has(.service) { return nil }
            throw Failure.usage("--all and --service exclude each other", of: arguments.command)
        }
        let service = arguments.value(of: .service) ?? Session.standardService
        do {
            try ItemKey.check(service, as: "service")
        } catch {
            throw Failure(error)
        }
        return service
    }

    private static func text(
        _ items: [ItemAttributes], withService: Bool, isExact: Bool
    ) -> String {
        var text = ""
        for item in items {
            if isExact {
                text += (withService ? item.key.service + "\0" : "") + item.key.account + "\0"
            } else {
                text += withService ? Quoted.escaped(item.key.service) + "\t" : ""
                text += Quoted.escaped(item.key.account) + "\n"
            }
        }
        return text
    }

    private static func json(_ items: [ItemAttributes]) -> JSONWriter {
        var json = JSONWriter()
        json.array { json in
            for item in items {
                json.object { AttributesReport.members(of: item, into: &$0) }
            }
        }
        return json
    }
}
