#if os(Linux) && Desktop
import HoldfastCore
import HoldfastLinux

extension AgentCommand {
    /// Watches until it is told to stop.
    ///
    /// - Returns: 0 after a signal.
    /// - Throws: 8 if there is no system bus or no logind, 9 if another agent watches the vault.
    static func watch(_ wishes: Wishes, in session: Session) async throws(Failure) -> Int32 {
        var options = AgentOptions()
        options.idleTimeout = .seconds(wishes.idleSeconds)
        options.longestAge = wishes.longestAgeSeconds.map { .seconds($0) }
        options.dropsAllOnSleep = wishes.dropsAllOnSleep
        let vault = try session.vault()
        let errors = session.streams.error
        let agent = ScreenLockAgent(vault, options) { notice in
            Session.say("holdfast: \(line(notice))\n", to: errors)
        }
        let signals = StopSignals()
        try await session.attempt("cannot watch the screen") { () async throws(KeychainError) in
            try await agent.run(until: signals.stream)
        }
        return 0
    }

    nonisolated private static func line(_ notice: AgentNotice) -> String {
        switch notice {
        case .watching(followsSavers: true): "watching logind and screen savers"
        case .watching(followsSavers: false): "watching logind; there is no session bus"
        case .dropped(let all, let reason):
            "dropped \(all ? "all keys" : "the keys of the whenUnlocked classes"): \(text(reason))"
        case .failed(let message):
            Quoted.lineEscaped("warning: keys are left to their time-out: \(message)")
        }
    }

    nonisolated private static func text(_ reason: AgentReason) -> String {
        switch reason {
        case .screenLock: "no screen of this user is open, or one was locked"
        case .sleep: "the machine goes to sleep"
        case .idle: "nobody has touched the machine"
        case .blind: "locks of the screen cannot be seen any more"
        case .stop: "the agent ends"
        }
    }
}
#endif
