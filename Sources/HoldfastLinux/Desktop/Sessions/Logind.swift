#if os(Linux) && Desktop
import Glibc
import HoldfastCore

/// The calls to logind that are needed, over one connection.
struct Logind: Sendable {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let managerInterface = "org.freedesktop.login1.Manager"
    static let sessionInterface = "org.freedesktop.login1.Session"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"

    let bus: Bus

    /// The sessions of a user, of persons alone.
    ///
    /// - Throws: what the bus answered.
    func sessions(of user: uid_t) async throws(BusFailure) -> [SessionFacts] {
        let reply = try await bus.call(Self.listing)
        var sessions: [SessionFacts] = []
        for path in try Self.paths(in: reply, of: user) {
            if let facts = try await facts(of: path) { sessions.append(facts) }
        }
        return sessions
    }

    /// As ``sessions(of:)``, on the caller's thread.
    func sessionsWaiting(of user: uid_t) throws(BusFailure) -> [SessionFacts] {
        let reply = try bus.callAndWait(Self.listing)
        var sessions: [SessionFacts] = []
        for path in try Self.paths(in: reply, of: user) {
            do throws(BusFailure) {
                let reply = try bus.callAndWait(Self.reading(path))
                if let facts = Self.facts(path, reply) { sessions.append(facts) }
            } catch {
                guard Self.isEnded(error) else { throw error }
            }
        }
        return sessions
    }

    /// The session that a process belongs to; `nil` if logind counts it to none.
    func sessionWaiting(ofProcess process: pid_t) throws(BusFailure) -> SessionFacts? {
        let call = BusCall(
            Self.name, Self.path, Self.managerInterface, "GetSessionByPID",
            [.number(UInt32(bitPattern: process))])
        do throws(BusFailure) {
            let reply = try bus.callAndWait(call)
            guard let path = reply.body.first?.text else { throw .malformed }
            return Self.facts(path, try bus.callAndWait(Self.reading(path)))
        } catch {
            if case .refused(Self.noSession, _) = error { return nil }
            throw error
        }
    }

    /// Keeps the machine awake until the answer is released, once it wants to sleep.
    ///
    /// - Note: <https://systemd.io/INHIBITOR_LOCKS/>, "Delay".
    func delaySleep() async throws(BusFailure) -> OpenDescriptor {
        let reply = try await bus.call(
            BusCall(
                Self.name, Self.path, Self.managerInterface, "Inhibit",
                [
                    .text("sleep"), .text("holdfast"), .text("take keys out of memory"),
                    .text("delay"),
                ]))
        guard let descriptor = reply.body.first?.descriptor else { throw .malformed }
        return descriptor
    }

    private static let noSession = "org.freedesktop.login1.NoSessionForPID"
    private static let gone: Set = [
        "org.freedesktop.login1.NoSuchSession", "org.freedesktop.DBus.Error.UnknownObject",
    ]
    private static let listing = BusCall(name, path, managerInterface, "ListSessions")

    private static func reading(_ path: String) -> BusCall {
        BusCall(name, path, propertiesInterface, "GetAll", [.text(sessionInterface)])
    }

    /// `a(susso)`: id, user's number, user's name, seat, object.
    private static func paths(
        in reply: BusMessage, of user: uid_t
    ) throws(BusFailure) -> [String] {
        guard let entries = reply.body.first?.elements else { throw .malformed }
        var paths: [String] = []
        for entry in entries {
            guard let parts = entry.elements, parts.count == 5, let number = parts[1].unsigned,
                let path = parts[4].text
            else { throw .malformed }
            if number == UInt64(user) { paths.append(path) }
        }
        return paths
    }

    private static func facts(_ path: String, _ reply: BusMessage) -> SessionFacts? {
        reply.body.first?.members.flatMap { SessionFacts(path: path, $0) }
    }

    /// Whether the session ended while it was asked for.
    private static func isEnded(_ failure: BusFailure) -> Bool {
        if case .refused(let name, _) = failure { gone.contains(name) } else { false }
    }

    private func facts(of path: String) async throws(BusFailure) -> SessionFacts? {
        do throws(BusFailure) {
            return Self.facts(path, try await bus.call(Self.reading(path)))
        } catch {
            guard Self.isEnded(error) else { throw error }
            return nil
        }
    }
}
#endif
