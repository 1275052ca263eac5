#if os(Linux)
import Glibc
package import HoldfastCore
import HoldfastCrypto

/// How long keys live while an agent watches the screen.
///
/// - Note: Three missed renewals are survived; an agent that was killed leaves keys for no longer.
package enum AgentTimes {
    /// The kernel's own time-out of the keys of the `whenUnlocked` classes.
    package static let lease = Duration.seconds(120)
    /// How often an agent renews it.
    package static let renewal = Duration.seconds(30)
}

/// The file that says that an agent watches a vault: the lock on it counts, not its being there.
package struct AgentMark: Sendable {
    private let directory: String
    private let path: String

    /// The mark of a vault's agent.
    ///
    /// - Parameter location: where the vault is, or would be.
    package init(_ location: VaultLocation) {
        directory = location.stateDirectory
        let name = SHA256.hash(Array(location.directory.utf8)).prefix(8)
        path = directory + "/agent-\(Array(name).hex).lock"
    }

    /// Marks the vault for as long as the answer is there.
    ///
    /// - Returns: the open file, to be closed at the end; `nil` if another agent has it.
    /// - Throws: `UNKNOWN` with the system's number if there can be no such file.
    package func take() throws(KeychainError) -> AgentHold? {
        do throws(Errno) {
            try FileSystem.makeDirectories(directory)
            let file = try FileSystem.openRegular(path, O_RDWR | O_CREAT, mode: 0o600)
            // Somebody who only looks holds it for a moment.
            for _ in 0..<20 {
                if flock(file, LOCK_EX | LOCK_NB) == 0 { return AgentHold(file) }
                guard errno == EWOULDBLOCK else { break }
                usleep(10_000)
            }
            let error = Errno.current
            close(file)
            if error.code == EWOULDBLOCK { return nil }
            throw error
        } catch {
            throw KeychainError(error, "the agent's mark cannot be made")
        }
    }

    /// Whether an agent has it now; where that cannot be told, none does.
    var isTaken: Bool {
        do throws(Errno) {
            let file = try FileSystem.openRegular(path, O_RDONLY)
            defer { close(file) }
            return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
        } catch {
            return false
        }
    }
}

/// A mark that is held; it ends with the process at the latest.
package final class AgentHold: Sendable {
    private let file: Int32

    init(_ file: Int32) {
        self.file = file
    }

    deinit { close(file) }
}
#endif
