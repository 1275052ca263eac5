#if !os(Linux) || !Desktop
import HoldfastCore

extension AgentCommand {
    /// Says that this build has no agent.
    ///
    /// - Throws: `UNSUPPORTED`, status 8.
    static func watch(_ wishes: Wishes, in session: Session) async throws(Failure) -> Int32 {
        throw Failure(
            KeychainError(
                .unsupported, "this tool was built without the desktop's interfaces",
                advice: "build it with 'swift build --traits Desktop'; without an agent the keys go"
                    + " 15 minutes after an unlock"),
            "cannot watch the screen")
    }
}
#endif
