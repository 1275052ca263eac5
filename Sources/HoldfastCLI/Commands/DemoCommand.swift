import HoldfastCore

/// `holdfast demo`: every promise happening for real, in a vault of its own.
enum DemoCommand: Command {
    static let declaration = CommandDeclaration(
        "demo", "show each promise happening for real, in a temporary vault",
        discussion: [
            "Makes a vault in a temporary directory, with a passcode, and lets happen to it what"
                + " happens to devices: a restart, a lock, a process killed in the middle of a"
                + " write, a flipped byte, a lost device secret. After each step it checks what the"
                + " vault answers, and says what is lost elsewhere. Then two people with three devices"
                + " write to each other through a relay, which is started for it and lies to them in"
                + " the end; where holdfast-relay or holdfast-network is not installed that part is"
                + " left out. Last, a phone is lost, and a new one gets everything back by twelve"
                + " words. Nothing outside the temporary directory is touched, and that is removed"
                + " at the end.",
            "Exit status 0 says that every check held, 70 that one did not.",
        ],
        examples: [.init("holdfast demo", "see what the vault promises")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let isKept = try await session.inTemporaryFolder("demo") {
            (folder, signals) async throws(Failure) in
            let story = try DemoStory(folder, signals, session)
            let outcome = await outcome(of: story)
            await story.end()
            return try outcome.get()
        }
        return isKept ? 0 : 70
    }

    private static func outcome(of story: DemoStory) async -> Result<Bool, Failure> {
        do throws(Failure) {
            return .success(try await story.tell())
        } catch {
            return .failure(error)
        }
    }
}
