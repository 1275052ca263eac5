import HoldfastCore
import HoldfastLinux

/// `holdfast agent`: locks the vault with the screen.
enum AgentCommand: Command {
    static let declaration = CommandDeclaration(
        "agent", "lock the vault when the screen is locked",
        discussion: [
            "It runs until it is ended, best as a service of the user's session: 'systemctl --user"
                + " enable --now holdfast-agent'. It drops the keys of the whenUnlocked classes when"
                + " logind or a screen saver says that the screen is locked, when the machine goes to"
                + " sleep, and when nobody has touched it for a time. Meanwhile it renews those keys,"
                + " which the kernel otherwise drops after 120 seconds: an agent that was killed"
                + " leaves them no longer than that.",
            "It has no passcode and opens nothing; after a lock, 'holdfast unlock' is needed. Only one"
                + " agent can watch a vault. It is part of builds with the desktop's interfaces;"
                + " others say so and exit with 8. Without the system bus, or without logind on it,"
                + " it drops nothing and exits with 8 too.",
        ],
        options: [idle, maxAge, dropOnSleep],
        examples: [
            .init("holdfast agent", "lock with the screen, and after 15 minutes without a touch"),
            .init(
                "holdfast agent --drop-on-sleep --max-age 43200",
                "lock background keys too, when the machine sleeps and after 12 hours"),
        ])

    static let idle = OptionDeclaration(
        "idle", value: "SECONDS", "lock after so long without a touch (default: 900)")
    static let maxAge = OptionDeclaration(
        "max-age", value: "SECONDS",
        "drop the keys of the afterFirstUnlock classes so long after an unlock")
    static let dropOnSleep = OptionDeclaration(
        "drop-on-sleep", "drop the keys of the afterFirstUnlock classes before a sleep too")

    /// What the line asks for; seconds, up to what the kernel's time-outs can hold with ease.
    struct Wishes {
        let idleSeconds: Int
        let longestAgeSeconds: Int?
        let dropsAllOnSleep: Bool
    }

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let wishes = Wishes(
            idleSeconds: try arguments.number(of: idle, in: 1...31_536_000) ?? 900,
            longestAgeSeconds: try arguments.number(of: maxAge, in: 1...31_536_000),
            dropsAllOnSleep: arguments.has(dropOnSleep))
        return try await watch(wishes, in: session)
    }
}
