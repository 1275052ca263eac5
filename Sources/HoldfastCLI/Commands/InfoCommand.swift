import HoldfastCore
import HoldfastLinux

/// `holdfast info`: what is known of an item.
enum InfoCommand: Command {
    static let declaration = CommandDeclaration(
        "info", "show what is known of an item, without its value",
        discussion: [
            "Nothing is decrypted and nobody is asked. An item whose key is gone says since when"
                + " and why."
        ],
        arguments: [.itemName],
        options: [.service, .backend],
        examples: [.init("holdfast info github-token", "when it was stored and how it is kept")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let key = try session.key(arguments)
        let store = try await session.storeForItems()
        let action = "cannot look up \(Session.shown(key))"
        let found = try await session.attempt(action) { () async throws(KeychainError) in
            try store.attributesWithoutPrompt(of: key)
        }
        guard let found else { throw await session.noSuchItem(action) }
        if session.isJSON {
            var json = JSONWriter()
            json.object { AttributesReport.members(of: found, into: &$0) }
            try session.output.write(json)
        } else {
            try session.output.write(AttributesReport.lines(of: found))
        }
        return 0
    }
}
