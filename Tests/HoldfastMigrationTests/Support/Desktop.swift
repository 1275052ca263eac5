#if os(Linux)
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastMigration

/// A session bus and a keyring of a test's own, ended by their ids with the object.
final class Desktop {
    let folder: Folder
    private let bus: ChildProcess
    private let keyring: ChildProcess

    /// `NAME=value`, as a program in this session has it.
    let environment: [String]

    init() async throws {
        folder = try Folder()
        let address = "unix:path=\(folder.path)/bus"
        environment = [
            "HOME=\(folder.path)", "XDG_RUNTIME_DIR=\(folder.path)", "PATH=/usr/bin:/bin",
            "XDG_DATA_HOME=\(folder.path)/data", "LC_ALL=C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS=\(address)",
        ]
        // Without folders of services: nothing but this test starts a program on this bus.
        let configuration = """
            <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/><allow own="*"/></policy>
            </busconfig>
            """
        try Files.write(Array(configuration.utf8), to: folder.path + "/bus.conf")
        bus = try Self.start(
            environment,
            [
                "dbus-daemon", "--nofork", "--print-address=1",
                "--config-file=\(folder.path)/bus.conf",
            ])
        _ = try bus.readLine()
        keyring = try Self.start(
            environment,
            ["gnome-keyring-daemon", "--unlock", "--foreground", "--components=secrets"])
        try keyring.write("login")
        keyring.closeInput()
        try await waitForKeyring()
    }

    deinit {
        for process in [keyring, bus] { process.signal(SIGTERM) }
    }

    /// The environment as sources take it.
    var entries: [[UInt8]] { environment.map { Array($0.utf8) } }

    /// Runs a program of the session to its end.
    ///
    /// - Returns: the lines that it wrote.
    @discardableResult
    func run(_ words: [String], input: String = "") throws -> [String] {
        let process = try Self.start(environment, words)
        try process.write(input)
        process.closeInput()
        let lines = try process.readLines()
        let end = try process.wait()
        guard end == .exit(0) else { throw ProgramFailed(program: words[0]) }
        return lines
    }

    struct ProgramFailed: Error {
        let program: String
    }

    static func start(_ environment: [String], _ words: [String]) throws -> ChildProcess {
        try ChildProcess(path: "/usr/bin/env", ["-i"] + environment + words)
    }

    private func waitForKeyring() async throws {
        let source = SecretServiceSource(.pythonKeyring, environment: entries)
        for _ in 0..<200 * Patience.factor {
            if await Self.answers(source) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw ProgramFailed(program: "gnome-keyring-daemon")
    }

    private static func answers(_ source: SecretServiceSource) async -> Bool {
        do {
            _ = try await source.listing()
            return true
        } catch {
            return false
        }
    }
}
#endif
