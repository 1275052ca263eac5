import Glibc

/// A message bus and a keyring daemon, started for this run and stopped by their own numbers.
///
/// Should this program be killed, the kernel ends the bus with it, and the keyring daemon ends
/// when its bus is gone.
final class KeyringDaemons {
    let busAddress: String
    let environment: [String: String]
    private let sockets: String
    private var children: [Child] = []

    /// Starts both; the keyring is unlocked by a password that only this run has.
    ///
    /// - Parameter directory: for the keyring's file, in the file system that is measured.
    /// - Throws: if one of them does not start; the other is stopped then.
    init(directory: String) throws {
        sockets = try Directory.makeForSockets()
        busAddress = "unix:path=\(sockets)/bus"
        try Directory.make(directory)
        environment = [
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
            "HOME": directory, "XDG_RUNTIME_DIR": sockets, "XDG_DATA_HOME": directory + "/data",
            "XDG_CONFIG_HOME": directory + "/config", "XDG_CACHE_HOME": directory + "/cache",
            "DBUS_SESSION_BUS_ADDRESS": busAddress,
        ]
        do {
            try startBus()
            try startKeyring()
        } catch {
            stop()
            throw error
        }
    }

    func stop() {
        for child in children.reversed() { child.stop() }
        children = []
        Directory.remove(sockets)
    }

    private func startBus() throws {
        let configuration = sockets + "/bus.conf"
        // Without directories of services the bus starts nothing by itself, and no dialogue opens.
        // The limit is that of an ordinary session's bus.
        try SystemText.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(busAddress)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="max_replies_per_connection">50000</limit>
            </busconfig>
            """, toFile: configuration)
        children.append(
            try .start(
                [
                    "setpriv", "--pdeathsig", "TERM", "dbus-daemon", "--nofork", "--nopidfile",
                    "--config-file=\(configuration)",
                ], environment: environment, .init(error: nil)))
        for _ in 0..<100 {
            if access(sockets + "/bus", F_OK) == 0 { return }
            usleep(50_000)
        }
        throw BenchFailure("the message bus does not start")
    }

    private func startKeyring() throws {
        let password = try Pipe()
        defer { password.close() }
        children.append(
            try .start(
                ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
                environment: environment, .init(input: password.reading, output: nil, error: nil)))
        try SystemText.write(Array("a password of this run".utf8), to: password.writing)
    }
}
