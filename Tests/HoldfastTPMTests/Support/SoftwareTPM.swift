#if os(Linux) && TPM
import CrashSupport
import Glibc
import HoldfastLinux

/// A swtpm of a test's own: its state in a folder of its own, its socket beside it.
final class SoftwareTPM {
    private let folder: Folder
    private var process: ChildProcess?

    /// Starts a new TPM.
    init() throws {
        folder = try Folder()
        try start(state: "state")
    }

    deinit { stop() }

    /// Where the library finds it.
    var address: String { "swtpm:path=\(socket)" }

    var configuration: TPMConfiguration { TPMConfiguration(address: address) }

    private var socket: String { folder.path + "/tpm" }

    /// Kills the TPM, as a loss of power would.
    func kill() throws {
        process?.signal(SIGKILL)
        try process?.wait()
        process = nil
    }

    /// Halts the TPM in whatever it does; what it was sent stays unanswered.
    func halt() { process?.signal(SIGSTOP) }

    /// Starts it again.
    ///
    /// - Parameter state: which of its lives; another name is another TPM.
    func start(state: String) throws {
        let directory = folder.path + "/" + state
        mkdir(directory, 0o700)
        unlink(socket)
        unlink(socket + ".ctrl")
        process = try ChildProcess(
            path: "/usr/bin/swtpm",
            [
                "socket", "--tpm2", "--tpmstate", "dir=\(directory)", "--server",
                "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl",
                "--flags", "not-need-init,startup-clear", "--log", "file=\(folder.path)/log",
            ])
        for _ in 0..<1_000 where access(socket + ".ctrl", F_OK) != 0 || access(socket, F_OK) != 0 {
            usleep(5_000)
        }
        guard access(socket, F_OK) == 0 else { throw SystemCallError("swtpm did not start") }
    }

    private func stop() {
        process?.signal(SIGCONT)
        process?.signal(SIGKILL)
    }
}
#endif
