#if Desktop
import CrashSupport
import Glibc
import Testing

@testable import HoldfastLinux

/// A message bus of a test's own, and the processes on it, gone with the object.
final class PrivateBus {
    let folder: Folder
    private var processes: [ChildProcess] = []
    let bus: Bus

    init() async throws {
        folder = try Folder(isOnDisk: true)
        let socket = folder.path + "/bus"
        let config = """
            <busconfig><type>system</type><listen>unix:path=\(socket)</listen>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/><allow own="*"/><allow user="*"/></policy></busconfig>
            """
        try Files.write(Array(config.utf8), to: folder.path + "/bus.conf")
        processes.append(
            try ChildProcess(
                path: Tools.busDaemon, ["--config-file=\(folder.path)/bus.conf", "--nofork"]))
        bus = try await Self.connect("unix:path=\(socket)")
    }

    /// A connection, once the daemon listens: its socket's name is there a moment earlier.
    private static func connect(_ address: String) async throws -> Bus {
        for _ in 0..<1_000 {
            let bus = try Bus(.address(address))
            do {
                _ = try await bus.call(
                    BusCall(
                        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                        "GetId"))
                return bus
            } catch {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        throw BusFailure.timedOut
    }

    deinit {
        // The others first, so that none complains of a lost bus.
        for process in processes.reversed() {
            process.signal(SIGKILL)
            // A process that cannot be waited for is one that has gone by itself.
            _ = try? process.wait()
        }
    }

    var address: String { "unix:path=\(folder.path)/bus" }
    var place: BusPlace { .address(address) }

    /// Starts a program that finds this bus as both buses.
    @discardableResult
    func start(_ words: [String], environment: [String] = []) throws -> ChildProcess {
        let process = try ChildProcess(
            path: "/usr/bin/env",
            // Options of env(1) stand in front.
            environment + [
                "DBUS_SYSTEM_BUS_ADDRESS=\(address)", "DBUS_SESSION_BUS_ADDRESS=\(address)",
                "PYTHONDONTWRITEBYTECODE=1",
            ] + words)
        processes.append(process)
        return process
    }

    /// Ends a program that was started here.
    func kill(_ process: ChildProcess) throws {
        process.signal(SIGKILL)
        try process.wait()
        processes.removeAll { $0 === process }
    }

    /// Ends the bus itself.
    func killBus() throws { try kill(processes[0]) }

    /// Waits until somebody has a name.
    func wait(for name: String) async throws {
        for _ in 0..<500 {
            do {
                _ = try await bus.call(
                    BusCall(
                        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                        "GetNameOwner", [.text(name)]))
                return
            } catch {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        Issue.record("nobody took the name \(name)")
    }

    /// Starts python3-dbusmock, from a template or for one object.
    @discardableResult
    func startMock(_ words: [String], name: String) async throws -> ChildProcess {
        // It writes a line for each call, and would stop at the first that nobody reads any more.
        let process = try start(
            [
                "/bin/sh", "-c", "exec \"$@\" >/dev/null", "sh", Tools.python, "-m", "dbusmock",
                "--system",
            ] + words)
        try await wait(for: name)
        return process
    }

    /// Calls python3-dbusmock's own interface.
    @discardableResult
    func mock(
        _ name: String, _ path: String, _ member: String, _ arguments: BusCall.Argument...
    ) async throws -> BusMessage {
        try await bus.call(
            BusCall(name, path, "org.freedesktop.DBus.Mock", member, arguments))
    }

    /// Gives a mocked object a method that is a line of Python.
    func addMethod(
        _ name: String, _ path: String, _ interface: String, _ method: String, in input: String,
        out output: String, _ code: String
    ) async throws {
        try await mock(
            name, path, "AddMethod", .text(interface), .text(method), .text(input), .text(output),
            .text(code))
    }
}

/// Waits for a condition to become true.
func eventually(
    within limit: Duration = .seconds(10), _ what: String,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit * Patience.factor
    while ContinuousClock.now < end {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(30))
    }
    Issue.record("it did not come true: \(what)")
}
#endif
