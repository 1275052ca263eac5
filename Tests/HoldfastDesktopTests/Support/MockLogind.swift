#if Desktop
import CrashSupport
import Glibc

@testable import HoldfastLinux

/// A logind that does what a test says, with one session `c1` of this user, active and local.
struct MockLogind {
    static let name = "org.freedesktop.login1"
    static let session = "/org/freedesktop/login1/session/c1"
    private static let tests = "org.example.Test"

    let bus: PrivateBus
    let process: ChildProcess

    init(on bus: PrivateBus) async throws {
        self.bus = bus
        process = try await bus.startMock(["--template", "logind"], name: Self.name)
        try await addSession("c1")
        try await bus.addMethod(
            Self.name, "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
            "GetSessionByPID", in: "u", out: "o",
            "ret = dbus.ObjectPath('/org/freedesktop/login1/session/c1')")
        try await bus.addMethod(
            Self.name, "/org/freedesktop/login1", Self.tests, "Sleep", in: "b", out: "",
            "self.EmitSignal('org.freedesktop.login1.Manager', 'PrepareForSleep', 'b', [args[0]])")
    }

    func addSession(_ id: String) async throws {
        try await bus.mock(
            Self.name, "/org/freedesktop/login1", "AddSession", .text(id), .text("seat0"),
            .number(getuid()), .text("somebody"), .flag(true))
        let path = "/org/freedesktop/login1/session/\(id)"
        for property in ["Active", "Remote", "IdleHint", "LockedHint"] {
            try await bus.addMethod(
                Self.name, path, Self.tests, "Set\(property)", in: "b", out: "",
                "self.UpdateProperties('org.freedesktop.login1.Session', "
                    + "{'\(property)': args[0]})")
        }
    }

    /// Says to the agents of sessions that one shall lock or unlock.
    func tell(_ member: String, _ session: String = session) async throws {
        _ = try await bus.bus.call(
            BusCall(Self.name, session, "org.freedesktop.login1.Session", member))
    }

    func set(_ property: String, _ value: Bool, _ session: String = session) async throws {
        _ = try await bus.bus.call(
            BusCall(Self.name, session, Self.tests, "Set\(property)", [.flag(value)]))
    }

    func sleep(_ isBeginning: Bool) async throws {
        _ = try await bus.bus.call(
            BusCall(
                Self.name, "/org/freedesktop/login1", Self.tests, "Sleep", [.flag(isBeginning)]))
    }

    /// How many keep the machine from sleeping.
    func inhibitorCount() async throws -> Int {
        let reply = try await bus.bus.call(
            BusCall(
                Self.name, "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
                "ListInhibitors"))
        return reply.body.first?.elements?.count ?? -1
    }
}
#endif
