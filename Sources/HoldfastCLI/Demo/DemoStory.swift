import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// The demonstration's steps: each does something to a real vault and checks the answer.
@MainActor
final class DemoStory {
    private let session: Session
    private let folder: TemporaryFolder
    private let signals: TerminalSignals
    let location: VaultLocation
    let vault: LinuxVault
    let passcode = SecretBytes(utf8: "the demonstration's passcode")
    /// Where the keys are kept: the kernel's keyring, or this process where that is refused.
    var scope = KeyScope.kernelKeyring
    private var brokenCount = 0

    init(
        _ folder: TemporaryFolder, _ signals: TerminalSignals, _ session: Session
    ) throws(Failure) {
        self.folder = folder
        self.signals = signals
        self.session = session
        location = VaultLocation(
            directory: folder.path + "/vault", stateDirectory: folder.path + "/state")
        vault = LinuxVault(VaultConfiguration(location: location))
    }

    /// The folder that all of it is in.
    var folderPath: String { folder.path }

    var writer: DemoWriter { DemoWriter(folder: folder.path) }

    /// Tells all of it.
    ///
    /// - Returns: whether every check held.
    func tell() async throws(Failure) -> Bool {
        try say("A vault in \(folder.path), removed at the end.\n")
        try await kills()
        try await setUp()
        try await restart()
        try await blindWrites()
        try await removals()
        try await damage()
        try await phones()
        try await people()
        try newPhone()
        let count = brokenCount
        let verdict =
            count == 0
            ? session.output.style.good("Every check held.")
            : session.output.style.bad("\(count) checks did not hold: this is a bug.")
        try say("\n\(verdict) `holdfast doctor` says how well your own vault is protected.\n")
        return count == 0
    }

    /// Takes the demonstration's keys out of reach; the folder goes with its object.
    func end() async {
        do {
            try await vault.lock(alsoAfterFirstUnlock: true)
        } catch {
            // The vault may be damaged or locked by now, on purpose. Without its file, which is
            // removed next, the keys in the keyring open nothing.
        }
    }

    // MARK: For the steps

    func say(_ text: String) throws(Failure) {
        // A writer that the same signal ended has broken no promise: nothing is checked after it.
        if signals.haveCome {
            throw Failure(KeychainError(.userCanceled, "the demonstration was interrupted"))
        }
        try session.output.write(text)
    }

    /// Opens a step.
    func heading(_ promise: String, _ text: String) throws(Failure) {
        try say("\n\(session.output.style.strong("\(promise)  \(text)"))\n")
    }

    /// Reports what was done and what came of it, and counts it if it is not what was promised.
    func check(_ what: String, _ answer: String, _ isKept: Bool) throws(Failure) {
        if !isKept && !signals.haveCome { brokenCount += 1 }
        let style = session.output.style
        let mark = isKept ? style.good("ok") : style.bad("BROKEN")
        let padding = String(repeating: " ", count: max(1, 44 - what.count))
        try say("    \(what)\(padding)\(answer)  \(mark)\n")
    }

    /// Says what others lose here.
    func elsewhere(_ text: String) throws(Failure) {
        try say("    elsewhere: \(text)\n")
    }

    /// A call's answer in a few words, and its code if it threw.
    func answer(
        _ body: () async throws(KeychainError) -> String
    ) async -> (text: String, code: KeychainError.Code?) {
        do {
            return (try await body(), nil)
        } catch {
            return (error.code.rawValue, error.code)
        }
    }

    func key(_ account: String) throws(Failure) -> ItemKey {
        do {
            return try ItemKey(service: "demo", account: account)
        } catch {
            throw Failure(error)
        }
    }

    /// Does what a step depends on.
    func must<R>(
        _ body: () async throws(KeychainError) -> R
    ) async throws(Failure) -> R {
        do {
            return try await body()
        } catch {
            throw Failure(error, "the demonstration cannot go on")
        }
    }
}
