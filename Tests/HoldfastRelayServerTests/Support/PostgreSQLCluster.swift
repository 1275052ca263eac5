#if PostgreSQL
import CrashSupport
import Glibc

/// A PostgreSQL server of the tests' own, on a socket in its own folder, made of what the system has
/// installed.
///
/// A shell stands between: it ends the server by its number when this process ends, however it does.
final class PostgreSQLCluster: @unchecked Sendable {
    /// Where the system has the server's programs, the newest version first; nil for none.
    static let programs: String? = {
        let root = "/usr/lib/postgresql"
        guard access(root, F_OK) == 0 else { return nil }
        do {
            return try Files.names(in: root).sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
                .map { "\(root)/\($0)/bin" }.first { access($0 + "/initdb", X_OK) == 0 }
        } catch {
            return nil
        }
    }()

    /// The server that most tests share, each with a database of its own.
    static let shared = Result { try PostgreSQLCluster() }

    /// How a standby is made that commits wait for.
    static let standbyOptions = [
        "--write-recovery-conf", "--wal-method=stream", "--dbname=application_name=standby",
    ]

    /// The folder of data and socket.
    let folder: String
    // Set by the test that starts or kills the server, which has the object to itself then.
    private var shell: ChildProcess?
    /// The server's number.
    private(set) var id: pid_t = 0

    /// Makes a new server, or the standby `standby` of another one, and starts it.
    init(following primary: PostgreSQLCluster? = nil) throws {
        var template = Array("/tmp/holdfast-pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemCallError("mkdtemp") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        if geteuid() == 0, let user = getpwnam(Self.user) {
            chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        if let primary {
            try Self.run(
                [
                    "pg_basebackup", "--host=" + primary.folder, "--username=holdfast",
                    "--pgdata=" + folder + "/data", "--checkpoint=fast",
                ] + Self.standbyOptions)
        } else {
            try Self.run([
                "initdb", "-D", folder + "/data", "-A", "trust", "-U", "holdfast", "--no-sync",
                "--no-instructions", "-E", "UTF8", "--locale=C",
            ])
        }
        try start()
    }

    deinit { stop() }

    /// Starts the server, also after it was killed.
    func start() throws {
        let script = """
            cd '\(folder)' || exit 1
            exec 2>>log
            \(Self.prefix.joined(separator: " ")) '\(Self.programs ?? "")/postgres' -D data \
            -k '\(folder)' -c listen_addresses= -c port=5432 -c max_connections=200 \
            </dev/null >>log 2>&1 &
            echo $!
            read -r how
            [ "$how" = keep ] || kill -QUIT $!
            wait $!
            [ "$how" = keep ] || rm -rf '\(folder)'
            """
        // Not dash, whose wait needs a signal that the thread of a test may have blocked.
        let shell = try ChildProcess(path: "/bin/bash", ["-c", script])
        guard let line = try shell.readLine(), let number = pid_t(line) else {
            throw SystemCallError("the server does not start", ECHILD)
        }
        self.shell = shell
        id = number
        for _ in 0..<2_400 * Patience.factor {
            if try Self.end(["pg_isready", "-q", "-h", folder, "-p", "5432"]) == .exit(0) {
                return
            }
            usleep(50_000)
        }
        throw SystemCallError("the server is not ready", ETIMEDOUT)
    }

    /// Kills the server, whose processes see that and end too.
    func kill() throws {
        Glibc.kill(id, SIGKILL)
        try shell?.write("keep\n")
        try shell?.wait()
        shell = nil
    }

    /// Ends the server as an administrator does, and keeps its data.
    func shutDown() throws {
        Glibc.kill(id, SIGINT)
        try shell?.write("keep\n")
        try shell?.wait()
        shell = nil
    }

    private func stop() {
        guard let shell else { return Files.remove(folder) }
        shell.closeInput()
        _ = try? shell.wait()
    }

    /// Makes a standby the server that is written to.
    func promote() throws {
        try sql("SELECT pg_promote()")
    }

    /// Runs a statement, and gives its rows with columns parted by `|`.
    @discardableResult
    func sql(_ text: String, in database: String = "postgres") throws -> [String] {
        let process = try ChildProcess(
            path: (Self.programs ?? "") + "/psql",
            [
                "-h", folder, "-p", "5432", "-U", "holdfast", "-d", database, "-XAtq", "-v",
                "ON_ERROR_STOP=1", "-c", text,
            ])
        let lines = try process.readLines()
        guard try process.wait() == .exit(0) else {
            throw SystemCallError("psql", EINVAL)
        }
        return lines
    }

    /// Makes an empty database, and gives its name.
    func makeDatabase(_ options: String = "") throws -> String {
        let name = "relay_\(UInt64.random(in: .min ... .max))"
        try sql("CREATE DATABASE \(name) \(options)")
        return name
    }

    /// What a relay is given to reach a database; of several servers, whichever is written to.
    func place(of database: String, or others: [PostgreSQLCluster] = []) -> String {
        let hosts = ([self] + others).map(\.folder)
        let ports = hosts.map { _ in "5432" }.joined(separator: ",")
        return
            "postgresql://holdfast@/\(database)?host=\(hosts.joined(separator: ","))&port=\(ports)"
    }

    /// The files of the database that a relay was given, and of the log that was written last.
    func files(of place: String) throws -> [String: [UInt8]] {
        let database = place.drop { $0 != "@" }.dropFirst(2).prefix { $0 != "?" }
        try sql("CHECKPOINT")
        let id = try sql("SELECT oid FROM pg_database WHERE datname = '\(database)'").first ?? ""
        var files = try Files.contents(of: "\(folder)/data/base/\(id)")
        let log = try sql("SELECT pg_walfile_name(pg_current_wal_lsn())").first ?? ""
        files[log] = try Files.read("\(folder)/data/pg_wal/\(log)")
        files["log"] = try Files.read("\(folder)/log")
        return files
    }

    /// The server refuses to run as root.
    private static let user = getpwnam("postgres") == nil ? "nobody" : "postgres"
    private static let prefix =
        geteuid() == 0
        ? ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
        : ["/usr/bin/env"]

    private static func end(_ words: [String]) throws -> ChildProcess.End {
        let line = prefix + ["\(programs ?? "")/\(words[0])"] + words.dropFirst()
        let process = try ChildProcess(
            path: "/bin/sh", ["-c", "cd / && exec \"$@\" >/dev/null", "sh"] + line)
        return try process.wait()
    }

    /// Runs one of the server's programs as the server's user.
    static func run(_ words: [String]) throws {
        guard try end(words) == .exit(0) else { throw SystemCallError(words[0], EINVAL) }
    }
}
#endif
