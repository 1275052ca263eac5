#if os(Linux) && TPM
import CrashSupport
import Testing

/// A machine with a TPM of its own on which the tool itself is run, each line a process.
final class TPMToolPlace {
    let tpm: SoftwareTPM
    private let folder: Folder
    private let directory: String

    /// What a line came to.
    struct Outcome {
        let status: Int32
        let text: String
        let error: String

        /// The text or the word of a member of the JSON object that was written.
        func member(_ name: String) throws -> String {
            let parts = text.split(separator: "\"\(name)\":", maxSplits: 1)
            let value = try #require(parts.count == 2 ? parts[1] : nil, "\(text) \(error)")
            if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
            return String(value.prefix { !",}".contains($0) })
        }
    }

    /// A machine with a directory of its own, or with that of another one.
    init(sharing other: TPMToolPlace? = nil) throws {
        tpm = try SoftwareTPM()
        folder = try Folder()
        directory = other?.directory ?? folder.path + "/devices"
    }

    /// Runs `holdfast device …` to its end.
    ///
    /// - Parameters:
    ///   - words: what follows `holdfast device`.
    ///   - address: where it looks for a TPM, if not where this machine's own is.
    /// - Returns: how it ended and what it wrote.
    /// - Throws: if it could not be started, or was ended by a signal.
    func device(_ words: String..., address: String? = nil) throws -> Outcome {
        try device(words, address: address)
    }

    func device(_ words: [String], address: String? = nil) throws -> Outcome {
        try run(["device"] + words, address: address)
    }

    /// Runs the tool to its end.
    ///
    /// - Parameters:
    ///   - words: what follows `holdfast`.
    ///   - input: what it reads from descriptor 3, which is a file.
    ///   - address: where it looks for a TPM, if not where this machine's own is.
    /// - Returns: how it ended and what it wrote.
    /// - Throws: if it could not be started, or was ended by a signal.
    func run(_ words: [String], input: String = "", address: String? = nil) throws -> Outcome {
        let (errors, given) = (folder.path + "/errors", folder.path + "/given")
        try Files.write(Array(input.utf8), to: given)
        let process = try ChildProcess(
            path: "/bin/sh",
            [
                "-c", "errors=$1 given=$2; shift 2; exec env -i \"$@\" 2>\"$errors\" 3<\"$given\"",
                "sh", errors, given,
            ] + (try line(words, address)))
        process.closeInput()
        let lines = try process.readLines()
        guard case .exit(let status) = try process.wait() else {
            throw SystemCallError("holdfast ended by a signal")
        }
        let error = String(decoding: try Files.read(errors) ?? [], as: UTF8.self)
        return Outcome(status: status, text: lines.joined(separator: "\n"), error: error)
    }

    /// Runs the tool at a terminal, in front of which somebody sits.
    ///
    /// - Returns: how it ended, and all that was on the screen.
    func run(
        _ words: [String], _ scenes: [PseudoTerminal.Scene]
    ) throws -> (status: Int32, screen: String) {
        let terminal = try PseudoTerminal()
        // Who opens a terminal in a new session has it for its own.
        let process = try ChildProcess(
            path: "/usr/bin/setsid",
            [
                "--wait", "sh", "-c", "exec <\"$0\" >\"$0\" 2>&1; exec env -i \"$@\"",
                terminal.path,
            ] + (try line(words, nil)))
        process.closeInput()
        let screen = try terminal.play(scenes)
        guard case .exit(let status) = try process.wait() else {
            throw SystemCallError("holdfast ended by a signal")
        }
        return (status, String(decoding: screen, as: UTF8.self))
    }

    /// The tool's surroundings and command line.
    private func line(_ words: [String], _ address: String?) throws -> [String] {
        [
            "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOLDFAST_HOME=\(folder.path)/vault",
            "HOLDFAST_STATE=\(folder.path)/state", "HOLDFAST_DIRECTORY=\(directory)",
            "HOLDFAST_TPM=\(address ?? tpm.address)", try ChildProcess.sibling("holdfast"),
        ] + words
    }

    /// Has another TPM, or another life of this one, in the machine.
    func swap(to state: String) throws {
        try tpm.kill()
        try tpm.start(state: state)
    }
}
#endif
