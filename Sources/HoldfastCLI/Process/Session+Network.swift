import Glibc
import HoldfastCore
import HoldfastRelayClient

extension Session {
    /// What speaks to relays.
    ///
    /// The main program has none: the other one takes its place, with the same command line, the
    /// same descriptors and the passcode that was read from one of them. Nothing may have been
    /// written before.
    ///
    /// - Parameter action: what fails otherwise.
    /// - Returns: what makes transports.
    /// - Throws: `UNSUPPORTED` if there is no such program, or it was built without.
    func connector(_ action: String) throws(Failure) -> RelayConnector {
        switch program {
        case .network(let connector?): return connector
        case .network(nil):
            throw Failure(
                KeychainError(
                    .unsupported,
                    "this \(SiblingProgram.network.name) was built without a network library",
                    advice: Self.howToBuild), action)
        case .main: throw try handOver(action)
        }
    }

    private static let howToBuild =
        "build it with 'swift build --traits Network --product holdfast-network' and put it beside"
        + " holdfast"

    /// Has the other program take this process; comes back only if it cannot.
    private func handOver(_ action: String) throws(Failure) -> Failure {
        guard let path = SiblingProgram.network.path else {
            return Failure(
                KeychainError(
                    .unsupported,
                    "there is no program \(SiblingProgram.network.name) beside holdfast",
                    advice: Self.howToBuild), action)
        }
        do throws(KeychainError) {
            try giveBackPasscode()
        } catch {
            return Failure(error, action)
        }
        close()
        return Program([path] + commandLine, environment: environment).takeOver(start)
    }

    /// Puts the passcode that was read from a descriptor there again.
    private func giveBackPasscode() throws(KeychainError) {
        guard let descriptor = passcodeDescriptor, let passcode = suppliedPasscode else { return }
        let file = try MemoryFile.make(passcode)
        guard file != descriptor else { return }
        defer { Glibc.close(file) }
        guard dup2(file, descriptor) >= 0 else { throw KeychainError(errno: errno) }
    }
}
