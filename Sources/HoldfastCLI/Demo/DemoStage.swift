import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// A temporary vault, and the words that go with what happens in it.
@MainActor
final class DemoStage {
    private let session: Session
    private let folder: String
    /// The passcode of the demonstration's vault; it protects nothing.
    let passcode = SecretBytes(utf8: "demonstration")

    /// Makes a folder that only this user can enter.
    init(session: Session) throws(Failure) {
        self.session = session
        let parent = session.environment.value(of: "TMPDIR").map(Array.init) ?? Array("/tmp".utf8)
        var template = parent + Array("/holdfast-demo-XXXXXX".utf8) + [0]
        let isMade = template.withUnsafeMutableBufferPointer { template in
            template.withMemoryRebound(to: CChar.self) { template in
                template.baseAddress.map { mkdtemp($0) } != nil
            }
        }
        guard isMade, let path = String(exactly: template.dropLast()) else {
            throw Failure.system("cannot make a temporary folder", errno)
        }
        folder = path
    }

    /// Where the vault of a scene lies.
    func location(_ name: String) -> VaultLocation {
        VaultLocation(directory: "\(folder)/\(name)", stateDirectory: "\(folder)/\(name)-state")
    }

    /// A vault of a scene's own, opened anew as another process would.
    func vault(_ name: String) -> LinuxVault {
        LinuxVault(VaultConfiguration(location: location(name)))
    }

    /// Removes the folder and with it the vaults; their keys in the kernel go with the lock.
    func clear() {
        let status = DemoProcess.run(["/bin/rm", "-rf", "--", folder], environment: [])
        if status != 0 { session.note("the temporary folder \(folder) could not be removed") }
    }

    func announce(_ scene: DemoScene) throws(Failure) {
        try session.output.write(
            "\n" + session.output.style.strong(scene.title) + "\n  elsewhere: "
                + scene.lossElsewhere + "\n")
    }

    func tell(_ line: String) throws(Failure) {
        try session.output.write("  \(session.output.style.good("seen")): \(line)\n")
    }

    func complain(_ line: String) throws(Failure) {
        try session.output.write("  \(session.output.style.bad("NOT KEPT")): \(line)\n")
    }

    func conclude(isKept: Bool) throws(Failure) {
        let style = session.output.style
        try session.output.write(
            "\n"
                + (isKept
                    ? style.good("All six held.") + " Nothing of yours was touched.\n"
                    : style.bad("A promise was not kept.") + " Please report it.\n"))
    }

    /// Does something that must work.
    func must<R>(
        _ body: () async throws(KeychainError) -> R
    ) async throws(DemoProblem) -> R {
        do {
            return try await body()
        } catch {
            throw .broken(Failure(error, "cannot play the demonstration"))
        }
    }

    /// Does something that must be refused with a code.
    ///
    /// - Returns: the message of the refusal.
    func refused<R>(
        _ code: KeychainError.Code, _ what: String, _ body: () async throws(KeychainError) -> R
    ) async throws(DemoProblem) -> String {
        do {
            _ = try await body()
        } catch {
            guard error.code == code else {
                throw .notKept("\(what) answered \(error.code) instead of \(code)")
            }
            return "\(code): \(error.message)"
        }
        throw .notKept("\(what) was not refused")
    }

    /// Requires what a promise says.
    func require(_ isTrue: Bool, _ otherwise: String) throws(DemoProblem) {
        if !isTrue { throw .notKept(otherwise) }
    }

    /// The name of an item of the demonstration.
    func key(_ name: String) async throws(DemoProblem) -> ItemKey {
        try await must { () throws(KeychainError) in
            try ItemKey(service: "demo", account: name)
        }
    }

    /// Another process of this tool that stores a value in a scene's vault.
    func startSet(_ name: String, in vault: String, value: SecretBytes) throws(DemoProblem) -> pid_t
    {
        let place = location(vault)
        do {
            return try DemoProcess.startTool(
                ["set", name, "--service", "demo", "--vault", place.directory],
                environment: [
                    "HOLDFAST_STATE=" + place.stateDirectory, "HOME=" + place.stateDirectory,
                ], input: value)
        } catch {
            throw .broken(Failure(error, "cannot start another process"))
        }
    }
}
