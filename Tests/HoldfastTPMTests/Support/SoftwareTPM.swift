#if os(Linux) && TPM
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastLinux

/// A swtpm of a test's own: its state in a folder of its own, its socket beside it.
final class SoftwareTPM: Sendable {
    private let folder: Folder
    private let process = Locked<ChildProcess?>(nil)

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
        try process.withLock { process in
            process?.signal(SIGKILL)
            try process?.wait()
            process = nil
        }
    }

    /// Halts the TPM in whatever it does; what it is sent stays unanswered.
    func halt() { process.withLock { $0?.signal(SIGSTOP) } }

    /// Has a halted TPM go on with what it was doing.
    func goOn() { process.withLock { $0?.signal(SIGCONT) } }

    /// The codes of the commands that came in while a body ran.
    ///
    /// - Note: TPM 2.0 Library, part 1, section 18.2: the code is at byte 6 of a command.
    func commands(_ body: () throws -> Void) throws -> [UInt32] {
        let before = try log().count
        try body()
        let lines = try log().dropFirst(before)
        return zip(lines, lines.dropFirst()).compactMap { head, bytes in
            guard head.hasPrefix(" SWTPM_IO_Read:") else { return nil }
            return UInt32(bytes.split(separator: " ")[6..<10].joined(), radix: 16)
        }
    }

    private func log() throws -> [Substring] {
        let bytes = try Files.read(folder.path + "/log") ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// Starts it again.
    ///
    /// - Parameter state: which of its lives; another name is another TPM.
    /// - Throws: if it does not start.
    func start(state: String) throws {
        let directory = folder.path + "/" + state
        mkdir(directory, 0o700)
        unlink(socket)
        unlink(socket + ".ctrl")
        try process.withLock { process in
            process = try ChildProcess(
                path: "/bin/bash",
                [
                    "-c", Self.closingAll, "swtpm", "socket", "--tpm2", "--tpmstate",
                    "dir=\(directory)", "--server",
                    "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl",
                    "--flags", "not-need-init,startup-clear", "--log",
                    // From this level on it writes down every command.
                    "file=\(folder.path)/log,level=5",
                ])
        }
        // A socket that is there may not be listened to yet.
        for _ in 0..<2_000 {
            if TPMOwner.isAnswering(address) { return }
            usleep(10_000)
        }
        throw SystemCallError("swtpm does not answer")
    }

    /// The library keeps the sockets of other tests' TPMs open for children, which would keep those
    /// TPMs waiting for a client that is long gone.
    private static let closingAll = """
        for file in /proc/self/fd/*; do
            number=${file##*/}; if ((number > 2)); then eval "exec $number>&-"; fi
        done
        exec swtpm "$@"
        """

    private func stop() {
        // A halted process takes this signal too.
        process.withLock { $0?.signal(SIGKILL) }
    }
}
#endif
