#if os(Linux) && SecretService
import CrashSupport
import Glibc
import HoldfastLinux

/// A session bus with a KeePassXC on it that has one database, exposed to other programs.
///
/// It has no call that unlocks without a window, so that a test starts it anew for that.
final class KeePassDesktop: @unchecked Sendable {
    // Safe although unchecked: a test starts, stops and asks it from one task at a time.
    let desktop: Desktop
    private var process: ChildProcess?

    static let program = "/usr/bin/keepassxc"
    static let isInstalled =
        access(program, X_OK) == 0 && access(program + "-cli", X_OK) == 0
    private static let password = "password"
    private var folder: String { desktop.folder.path }

    /// Starts it with a new database.
    ///
    /// - Parameter isConfirming: whether it asks before another program uses an entry that this
    ///   program did not make in the same session, as it does unless it is told otherwise.
    /// - Throws: if it does not start.
    init(isConfirming: Bool = false) async throws {
        desktop = try await Desktop(withKeyring: false)
        let settings = Self.settings(isConfirming: isConfirming)
        try Files.write(Array(settings.utf8), to: folder + "/keepassxc.ini")
        try Files.write(Array("[General]\n".utf8), to: folder + "/local.ini")
        try Files.write(Array(Self.database.utf8), to: folder + "/keys.xml")
        try desktop.run(
            [
                "keepassxc-cli", "import", "--quiet", "-p", "-t", "100", folder + "/keys.xml",
                folder + "/keys.kdbx",
            ], input: "\(Self.password)\n\(Self.password)\n")
        try await start()
    }

    deinit {
        process?.signal(SIGKILL)
        // Waited for by its own object.
        process = nil
    }

    /// Starts it, and waits until its database is open, or is there and locked.
    func start(unlocked: Bool = true) async throws {
        let words = [
            "QT_QPA_PLATFORM=offscreen", "keepassxc", "--config", folder + "/keepassxc.ini",
            "--localconfig", folder + "/local.ini", "--pw-stdin", folder + "/keys.kdbx",
        ]
        let process = try desktop.start(words, quietly: true)
        try process.write(unlocked ? "\(Self.password)\n" : "wrong\n")
        self.process = process
        for _ in 0..<400 * Patience.factor {
            if try isLocked() == !unlocked { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw Desktop.ProgramFailed(program: "keepassxc")
    }

    /// Ends it as a person does, so that nothing is unsaved.
    ///
    /// Not by SIGTERM: while it saves it forgets that (`Application::quitBySignal` listens once,
    /// `DatabaseWidget::lock` refuses meanwhile), and would never end.
    func stop() throws {
        guard let process else { return }
        for _ in 0..<20 * Patience.factor {
            let exit = try desktop.start(
                [
                    "dbus-send", "--session", "--print-reply", "--reply-timeout=5000",
                    "--dest=org.keepassxc.KeePassXC.MainWindow",
                    "/keepassxc", "org.keepassxc.KeePassXC.MainWindow.appExit",
                ], quietly: true)
            try exit.wait()
            if try process.wait(milliseconds: 1_000) != nil {
                self.process = nil
                return
            }
        }
        throw Desktop.ProgramFailed(program: "keepassxc, which does not end")
    }

    /// A new session in which nobody has given the password.
    func restart(unlocked: Bool) async throws {
        try stop()
        try await start(unlocked: unlocked)
    }

    /// Whether the database is locked; `nil` before it is there.
    private func isLocked() throws -> Bool? {
        let process = try desktop.start(
            [
                "dbus-send", "--session", "--print-reply", "--reply-timeout=2000",
                "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets/collection/keys",
                "org.freedesktop.DBus.Properties.Get",
                "string:org.freedesktop.Secret.Collection", "string:Locked",
            ], quietly: true)
        process.closeInput()
        let lines = try process.readLines().joined()
        guard try process.wait() == .exit(0) else { return nil }
        return lines.contains("boolean true")
    }

    /// No windows, and no questions that a person would have to answer.
    ///
    /// It saves when it ends: while it saves after a change, a change that comes at that moment may
    /// end it (`docs/desktop-keyring.md`, "KeePassXC").
    private static func settings(isConfirming: Bool) -> String {
        """
        [General]
        SingleInstance=false
        UpdateCheckMessageShown=true
        AutoSaveAfterEveryChange=false
        AutoSaveOnExit=true
        [GUI]
        CheckForUpdates=false
        [FdoSecrets]
        Enabled=true
        ShowNotification=false
        ConfirmAccessItem=\(isConfirming)
        ConfirmDeleteItem=false
        UnlockBeforeSearch=false

        """
    }

    /// A database whose only group may be seen by other programs.
    private static let database = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <KeePassFile><Meta><DatabaseName>keys</DatabaseName><CustomData><Item>
        <Key>FDO_SECRETS_EXPOSED_GROUP</Key>
        <Value>{01010101-0101-0101-0101-010101010101}</Value>
        </Item></CustomData></Meta><Root><Group>
        <UUID>AQEBAQEBAQEBAQEBAQEBAQ==</UUID><Name>keys</Name>
        </Group></Root></KeePassFile>
        """
}
#endif
