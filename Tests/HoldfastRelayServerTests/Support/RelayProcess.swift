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

    /// The database in PostgreSQL that it uses; nil for the file in its folder.
    let database: String?

    /// Starts a relay on new data of the kind that the test asks for.
    convenience init(
        folder: Folder? = nil, options: [String] = RelayProcess.generous, data: String? = nil,
        keepsLog: Bool = false
    ) throws {
        let database: String? =
            switch StorageKind.current {
            case .sqlite: nil
            case .postgreSQL: try Self.newDatabase()
            }
        try self.init(
            folder: folder, options: options, data: data, database: database, keepsLog: keepsLog)
    }

    /// Starts a relay; without a database in PostgreSQL it makes a file in its folder, which is a new
    /// one unless there is one.
    init(
        folder: Folder? = nil, options: [String] = RelayProcess.generous, data: String? = nil,
        database: String?, keepsLog: Bool = false
    ) throws {
        self.folder = try folder ?? Folder()
        self.options = options
        self.database = database
        let words =
            ["serve", "--data", data ?? self.folder.path, "--listen", "127.0.0.1:0"] + options
            + (database.map { ["--database", $0] } ?? [])
        if keepsLog {
            process = try ChildProcess(
                path: "/bin/sh",
                [
                    "-c", "exec \"$@\" 2>'\(self.folder.path)/stderr'", "sh",
                    try ChildProcess.sibling("holdfast-relay"),
                ] + words)
        } else {
            process = try ChildProcess(sibling: "holdfast-relay", words)
        }
        guard let line = try process.readLine(), let colon = line.lastIndex(of: ":"),
            let number = UInt16(line[line.index(after: colon)...])
        else { throw SystemCallError("the relay does not start", ECHILD) }
        port = number
    }

    private static func newDatabase() throws -> String {
        #if PostgreSQL
        let cluster = try PostgreSQLCluster.shared.get()
        return cluster.place(of: try cluster.makeDatabase())
        #else
        throw SystemCallError("this build has no PostgreSQL", ENOTSUP)
        #endif
    }

    /// Where its standard error goes, if the test asks for it.
    var log: String { folder.path + "/stderr" }

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
        try RelayProcess(folder: folder, options: options, database: database)
    }

    /// Another relay on the same database, with the same key, as on another machine.
    func beside() throws -> RelayProcess {
        let folder = try Folder()
        let key = try Files.read(self.folder.path + "/relay.key") ?? []
        try Files.write(key, to: folder.path + "/relay.key")
        return try RelayProcess(folder: folder, options: options, database: database)
    }

    /// Kilobytes of memory that it holds.
    func residentKilobytes() throws -> Int {
        let status = String(decoding: try Files.read("/proc/\(id)/status") ?? [], as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? -1
    }
}
