import HoldfastCore

/// `holdfast demo`: every promise happening for real, in a vault of its own.
enum DemoCommand: Command {
    static let declaration = CommandDeclaration(
        "demo", "show each promise happening for real, in a temporary vault",
        discussion: [
            "Makes a vault in a temporary directory, with a passcode, and lets happen to it what"
                + " happens to devices: a restart, a lock, a process killed in the middle of a"
                + " write, a flipped byte, a lost device secret. After each step it checks what the"
                + " vault answers, and says what is lost elsewhere. Nothing outside the temporary"
                + " directory is touched, and that is removed at the end.",
            "Exit status 0 says that every check held, 70 that one did not.",
        ],
        examples: [.init("holdfast demo", "see what the vault promises")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let folder = try DemoFolder()
        let story = try DemoStory(folder, session)
        let isKept: Bool
        do {
            isKept = try await story.tell()
        } catch {
            await story.end()
            throw error
        }
        await story.end()
        return isKept ? 0 : 70
    }
}
