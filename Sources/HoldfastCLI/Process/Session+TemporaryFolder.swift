import Glibc
import HoldfastCore

extension Session {
    /// Gives a body a temporary directory, and removes that whatever ends the body, a signal too.
    ///
    /// A signal that would end the process is caught: the body is to look for it and return. Then
    /// it does what it does to any program, with nothing left behind.
    ///
    /// - Parameters:
    ///   - name: of the command, one word.
    ///   - body: what is done there.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `UNKNOWN` with an `errno` if there can be no directory.
    func inTemporaryFolder<Answer>(
        _ name: String,
        _ body: @MainActor (TemporaryFolder, TerminalSignals) async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        let signals = try Self.catchSignals()
        let outcome: Result<Answer, Failure>
        do throws(Failure) {
            let folder = try TemporaryFolder(name, in: try temporaryFolder())
            defer { folder.remove() }
            outcome = .success(try await body(folder, signals))
        } catch {
            outcome = .failure(error)
        }
        if let signal = signals.end() { TerminalSignals.deliver(signal) }
        return try outcome.get()
    }

    private static func catchSignals() throws(Failure) -> TerminalSignals {
        do {
            return try TerminalSignals(catching: TerminalSignals.ends)
        } catch {
            throw Failure(error)
        }
    }

    /// Where temporary directories are made: `TMPDIR`, or the system's place.
    private func temporaryFolder() throws(Failure) -> String {
        do {
            guard let folder = try environment.text("TMPDIR"), !folder.isEmpty else {
                return "/tmp"
            }
            return folder
        } catch {
            throw Failure(error)
        }
    }
}
