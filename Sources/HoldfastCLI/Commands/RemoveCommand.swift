import HoldfastCore
import HoldfastLinux

/// `holdfast rm`: removes an item.
enum RemoveCommand: Command {
    static let declaration = CommandDeclaration(
        "rm", "remove an item",
        discussion: [
            "Also one whose value cannot be read now, or never again. Exit status 1 says that there"
                + " was none."
        ],
        arguments: [.itemName],
        options: [.service, .backend],
        examples: [.init("holdfast rm github-token", "remove a token")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let key = try session.key(arguments)
        let store = try await session.storeForItems()
        let action = "cannot remove \(Session.shown(key))"
        let wasThere = try await session.attempt(action) { () async throws(KeychainError) in
            try store.removeWithoutPrompt(key)
        }
        guard wasThere else { throw await session.noSuchItem(action) }
        return 0
    }
}
