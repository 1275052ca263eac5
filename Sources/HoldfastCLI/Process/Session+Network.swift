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
                    advice: Self.howToBuild(.network, trait: "Network")), action)
        case .main, .sheet: throw handOver(to: .network, trait: "Network", action)
        }
    }

    /// What makes pages to print, found as ``connector(_:)`` is.
    ///
    /// - Parameter action: what fails otherwise.
    /// - Returns: what makes a PDF.
    /// - Throws: `UNSUPPORTED` if there is no such program, or it was built without.
    func printer(_ action: String) throws(Failure) -> SheetPrinter {
        switch program {
        case .sheet(let printer?): return printer
        case .sheet(nil):
            throw Failure(
                KeychainError(
                    .unsupported,
                    "this \(SiblingProgram.sheet.name) was built without a graphics library",
                    advice: Self.howToBuild(.sheet, trait: "RecoverySheet")), action)
        case .main, .network: throw handOver(to: .sheet, trait: "RecoverySheet", action)
        }
    }

    private static func howToBuild(_ program: SiblingProgram, trait: String) -> String {
        "build it with 'swift build --traits \(trait) --product \(program.name)' and put it beside"
            + " holdfast"
    }

    /// Has another program take this process; comes back only if it cannot.
    private func handOver(
        to program: SiblingProgram, trait: String, _ action: String
    ) -> Failure {
        guard let path = program.path else {
            return Failure(
                KeychainError(
                    .unsupported, "there is no program \(program.name) beside holdfast",
                    advice: Self.howToBuild(program, trait: trait)), action)
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
