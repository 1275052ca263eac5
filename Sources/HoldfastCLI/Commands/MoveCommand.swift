import HoldfastCore
import HoldfastLinux

/// `holdfast mv`: gives an item another name.
enum MoveCommand: Command {
    static let declaration = CommandDeclaration(
        "mv", "give an item another name",
        discussion: [
            "In one step: at no moment is there no item or are there two. An item of the new name"
                + " is replaced only with --force."
        ],
        arguments: [
            .itemName,
            .init("NEWNAME", "its new name"),
        ],
        options: [.service, toService, .force],
        examples: [
            .init("holdfast mv token github-token", "rename an item"),
            .init("holdfast mv token token --to-service work", "move it to another service"),
        ])

    private static let toService = OptionDeclaration(
        "to-service", value: "S", "the service that NEWNAME belongs to (default: the same)")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let key = try session.key(arguments)
        let newService = arguments.value(of: toService) ?? arguments.value(of: .service)
        let newKey = try session.key(arguments.words[1], service: newService)
        let vault = try await session.vaultForItems()
        let action = "cannot move \(Session.shown(key)) to \(Session.shown(newKey))"
        do {
            _ = try await session.attempt(action) { () async throws(KeychainError) in
                try await vault.rename(
                    key, to: newKey, replacing: arguments.has(.force),
                    prompt: Prompt(title: "Move \(Session.shown(key))"))
            }
        } catch  where error.error == StoreConflict.notFound.error {
            throw await session.noSuchItem(action)
        }
        return 0
    }
}
