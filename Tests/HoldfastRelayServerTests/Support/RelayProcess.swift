import CrashSupport
import Glibc

/// A relay as a process of its own, ended with its object.
final class RelayProcess {
    let folder: Folder
    let port: UInt16
    private let process: ChildProcess
    private let options: [String]

    /// What tests that are not about limits set.
    static let generous = [
        "--logins-per-address", "1000000", "--requests-per-address", "10000000",
        "--requests-per-account", "10000000", "--entries-per-account", "1000000",
        "--claims-per-caller", "1000000", "--claims-per-target", "1000000", "--messages-per-target",
        "1000000",
        "--origin", "https://relay.test",
    ]

    init(
        folder: Folder? = nil, options: [String] = RelayProcess.generous, data: String? = nil
    ) throws {
        self.folder = try folder ?? Folder()
        self.options = options
        process = try ChildProcess(
            sibling: "holdfast-relay",
            ["serve", "--data", data ?? self.folder.path, "--listen", "127.0.0.1:0"] + options)
        guard let line = try process.readLine(), let colon = line.lastIndex(of: ":"),
            let number = UInt16(line[line.index(after: colon)...])
        else { throw SystemCallError("the relay does not start", ECHILD) }
        port = number
    }

    /// The process's number.
    var id: pid_t { process.id }

    /// Ends it as a service manager does.
    func terminate() throws -> ChildProcess.End {
        process.signal(SIGTERM)
        return try process.wait()
    }

    /// Ends it at once.
    func kill() throws {
        process.signal(SIGKILL)
        try process.wait()
    }

    /// Starts it anew on the same folder.
    func again() throws -> RelayProcess {
        try RelayProcess(folder: folder, options: options)
    }

    /// Kilobytes of memory that it holds.
    func residentKilobytes() throws -> Int {
        let status = String(decoding: try Files.read("/proc/\(id)/status") ?? [], as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? -1
    }
}
