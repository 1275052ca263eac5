#if os(Linux) && SecretService
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastLinux
import Testing

/// A session bus and a gnome-keyring of a test's own, ended by their ids with the object.
final class Desktop: @unchecked Sendable {
    // Safe although unchecked: a test starts, stops and asks it from one task at a time.
    let folder: Folder
    let address: String
    private var bus: ChildProcess?
    private var keyring: ChildProcess?

    /// `NAME=value`, as a program in this session has it.
    let environment: [String]

    static let password = "login"

    /// Starts the bus, and a keyring if one is wanted.
    init(withKeyring: Bool = true) async throws {
        folder = try Folder()
        address = "unix:path=\(folder.path)/bus"
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
        try startBus()
        if withKeyring { try await startKeyring() }
    }

    deinit {
        // Ended before the folder goes, or they would write to it once more.
        for process in [keyring, bus].compactMap({ $0 }) {
            process.signal(SIGKILL)
            do { try process.wait() } catch { Issue.record(error) }
        }
    }

    func startBus() throws {
        unlink(folder.path + "/bus")
        let process = try start([
            "dbus-daemon", "--nofork", "--print-address=1",
            "--config-file=\(folder.path)/bus.conf",
        ])
        _ = try process.readLine()
        bus = process
    }

    func stopBus() throws {
        bus?.signal(SIGKILL)
        try bus?.wait()
        bus = nil
    }

    /// Starts a keyring with its collection open.
    func startKeyring(unlocked: Bool = true) async throws {
        let process = try start([
            "gnome-keyring-daemon", "--unlock", "--foreground", "--components=secrets",
        ])
        // A wrong password leaves it locked, and the daemon says nothing.
        try process.write(unlocked ? Self.password : "wrong")
        process.closeInput()
        keyring = process
        try await waitUntil { try self.hasKeyring() }
    }

    func stopKeyring() throws {
        keyring?.signal(SIGKILL)
        try keyring?.wait()
        keyring = nil
    }

    /// Lets the keyring stand still, or go on.
    func pauseKeyring(_ isPaused: Bool) { keyring?.signal(isPaused ? SIGSTOP : SIGCONT) }

    private func hasKeyring() throws -> Bool {
        let alias = [
            "dbus-send", "--session", "--print-reply", "--reply-timeout=2000",
            "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets",
            "org.freedesktop.Secret.Service.ReadAlias", "string:default",
        ]
        let process = try start(alias, quietly: true)
        process.closeInput()
        let lines = try process.readLines()
        return try process.wait() == .exit(0) && !lines.joined().contains("\"/\"")
    }

    /// Locks the collection of the login.
    func lock(_ collection: String = "login") throws {
        try run([
            "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.secrets",
            "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
            "array:objpath:/org/freedesktop/secrets/collection/\(collection)",
        ])
    }

    /// Unlocks it with the password, in the way of the login and without a prompt.
    func unlock() throws {
        try python(
            """
            import secretstorage, jeepney, sys
            from secretstorage.util import open_session, format_secret, DBusAddressWrapper
            c = secretstorage.dbus_init()
            s = open_session(c)
            w = DBusAddressWrapper('/org/freedesktop/secrets',
                'org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface', c)
            w.call('UnlockWithMasterPassword', 'o(oayays)',
                '/org/freedesktop/secrets/collection/login', format_secret(s, b'\(Self.password)', 'text/plain'))
            """)
    }

    /// Makes another collection, open and with the same password, without a prompt.
    @discardableResult
    func makeCollection(_ label: String) throws -> String {
        try python(
            """
            import secretstorage
            from secretstorage.util import open_session, format_secret, DBusAddressWrapper
            c = secretstorage.dbus_init()
            s = open_session(c)
            w = DBusAddressWrapper('/org/freedesktop/secrets',
                'org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface', c)
            p, = w.call('CreateWithMasterPassword', 'a{sv}(oayays)',
                {'org.freedesktop.Secret.Collection.Label': ('s', '\(label)')},
                format_secret(s, b'\(Self.password)', 'text/plain'))
            print(p)
            """
        ).joined()
    }

    /// Runs a program of Python in the session.
    @discardableResult
    func python(_ program: String, input: String = "") throws -> [String] {
        try run(["python3", "-c", program], input: input)
    }

    /// Runs a program of the session to its end.
    ///
    /// - Returns: the lines that it wrote.
    @discardableResult
    func run(_ words: [String], input: String = "") throws -> [String] {
        let process = try start(words)
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

    func start(_ words: [String], quietly: Bool = false) throws -> ChildProcess {
        let program = environment + words
        if !quietly { return try ChildProcess(path: "/usr/bin/env", ["-i"] + program) }
        return try ChildProcess(
            path: "/bin/sh", ["-c", "exec /usr/bin/env -i \"$@\" 2>/dev/null", "sh"] + program)
    }

    private func waitUntil(_ isSo: () throws -> Bool) async throws {
        for _ in 0..<400 {
            if try isSo() { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw ProgramFailed(program: "gnome-keyring-daemon")
    }
}

extension Desktop {
    /// How a test's store reaches this keyring.
    func configuration(
        _ layout: SecretServiceLayout = .native, timeLimit: Duration = .seconds(10)
    ) throws -> SecretServiceConfiguration {
        var configuration = try SecretServiceConfiguration(busAddress: address)
        configuration.layout = layout
        configuration.timeLimit = timeLimit
        return configuration
    }

    func store(
        _ layout: SecretServiceLayout = .native, timeLimit: Duration = .seconds(10)
    ) throws -> SecretServiceStore {
        SecretServiceStore(try configuration(layout, timeLimit: timeLimit))
    }
}
#endif
