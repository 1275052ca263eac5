#if os(Linux) && Desktop
import Glibc
import HoldfastCore

/// Where a reader is looked for, and what tells whose process this is.
struct FingerprintSurroundings: Sendable {
    /// The bus of fprintd and logind.
    var bus: BusPlace = .system
    /// Whether the environment says that somebody came over the network.
    var isRemoteByEnvironment = false
    /// Where failures are counted for all processes; `nil` counts in this process alone.
    var triesDirectory: String?
    var clock: any VaultClock = SystemVaultClock()

    /// What holds for this process.
    ///
    /// - Note: `sshd(8)`, "ENVIRONMENT"; `pam_systemd(8)`, `$XDG_RUNTIME_DIR`.
    static var ofProcess: FingerprintSurroundings {
        var surroundings = FingerprintSurroundings()
        let remoteNames = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"]
        surroundings.isRemoteByEnvironment = remoteNames.contains { name in getenv(name) != nil }
        if let directory = getenv("XDG_RUNTIME_DIR"), directory.pointee == 0x2f {
            surroundings.triesDirectory = String(cString: directory)
        }
        return surroundings
    }
}

extension FingerprintReader {
    /// Refuses a session over the network, and one of which nobody can say.
    ///
    /// - Throws: `BIOMETRY_NOT_AVAILABLE`.
    func checkLocal() async throws(KeychainError) {
        let queue = BlockingQueue(label: "holdfast.session")
        let isLocal = try await queue.run { () throws(KeychainError) -> Bool in
            do throws(BusFailure) {
                return try self.isLocal(try Bus(surroundings.bus))
            } catch {
                throw KeychainError(
                    .biometryNotAvailable,
                    "whether somebody sits at this machine cannot be told: \(error.text)",
                    advice: "logind (or elogind) has to run; use the passcode meanwhile")
            }
        }
        guard isLocal else {
            throw KeychainError(
                .biometryNotAvailable,
                "a finger is asked for only at the machine itself, in a session at its seat",
                advice: "use an item that the passcode opens, or sit down at the machine")
        }
    }

    /// Whether this process works for somebody who sits at the machine.
    ///
    /// Its own session says so. Programs that the user's service manager started belong to none:
    /// for them it is enough that the user is in front of the machine in some session.
    func isLocal(_ bus: Bus) throws(BusFailure) -> Bool {
        if surroundings.isRemoteByEnvironment { return false }
        let logind = Logind(bus: bus)
        if let own = try ownSession(logind) { return !own.isRemote }
        return try logind.sessionsWaiting(of: getuid()).contains { $0.isActive && !$0.isRemote }
    }

    private func ownSession(_ logind: Logind) throws(BusFailure) -> SessionFacts? {
        try logind.sessionWaiting(ofProcess: getpid())
    }
}
#endif
