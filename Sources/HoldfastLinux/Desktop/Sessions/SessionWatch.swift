#if os(Linux) && Desktop
import Glibc
import HoldfastCore
import HoldfastCrypto

/// What happened to the sessions of a user.
enum SessionEvent: Sendable, Equatable {
    /// logind told a session to lock, or to unlock.
    case request(lock: Bool, session: String)
    /// Something changed that has to be asked for.
    case stale
    /// A screen saver came or went.
    case saver(String, isActive: Bool)
    /// The machine is about to sleep, or has woken.
    case sleep(isBeginning: Bool)
    /// logind is another process now, or none.
    case logindChanged(isThere: Bool)
    /// The system bus ended: nothing will be told any more.
    case ended(BusFailure)
}

/// Follows logind and the screen savers.
final class SessionWatch: Sendable {
    /// The names under which screen savers say of themselves that they are active.
    static let savers = [
        "org.freedesktop.ScreenSaver": "/org/freedesktop/ScreenSaver",
        "org.gnome.ScreenSaver": "/org/gnome/ScreenSaver",
    ]

    let logind: Logind
    private let followings = Locked<[BusFollowing]>([])
    private let userBus: Bus?

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - system: where logind is.
    ///   - user: where the screen savers are; `nil` for none.
    /// - Throws: `noBus` if there can be no thread.
    init(system: BusPlace, user: BusPlace?) throws(BusFailure) {
        logind = Logind(bus: try Bus(system))
        userBus = try user.map { (place) throws(BusFailure) in try Bus(place) }
    }

    /// Follows everything, until this object is released.
    ///
    /// - Parameter deliver: told on the threads of the connections; must be quick.
    /// - Returns: whether the screen savers can be followed too: a machine without a desktop has
    ///   no bus for them, and needs none.
    /// - Throws: why logind cannot be followed.
    func follow(
        _ deliver: @escaping @Sendable (SessionEvent) -> Void
    ) async throws(BusFailure) -> Bool {
        for (interface, member) in [
            (Logind.sessionInterface, "Lock"), (Logind.sessionInterface, "Unlock"),
            (Logind.propertiesInterface, "PropertiesChanged"),
            (Logind.managerInterface, "SessionNew"), (Logind.managerInterface, "SessionRemoved"),
            (Logind.managerInterface, "PrepareForSleep"),
        ] {
            let match = BusMatch(
                sender: Logind.name, path: nil, interface: interface, member: member)
            // One of the followers is enough to tell of the owner and of the end.
            let tellsAll = member == "PrepareForSleep"
            keep(
                try await logind.bus.follow(match) { event in
                    if let event = Self.event(event, tellsAll: tellsAll) { deliver(event) }
                })
        }
        return await followSavers(deliver)
    }

    private func followSavers(_ deliver: @escaping @Sendable (SessionEvent) -> Void) async -> Bool {
        guard let userBus else { return false }
        for (name, path) in Self.savers {
            let match = BusMatch(
                sender: name, path: path, interface: name, member: "ActiveChanged")
            do throws(BusFailure) {
                keep(
                    try await userBus.follow(match) { event in
                        if let event = Self.saverEvent(name, event) { deliver(event) }
                    })
            } catch {
                return false
            }
        }
        return true
    }

    /// Which screen savers are active now; asks nobody who is not running.
    func activeSavers() async -> [String] {
        guard let userBus else { return [] }
        var active: [String] = []
        for (name, path) in Self.savers {
            let owner = BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetNameOwner", [.text(name)])
            do throws(BusFailure) {
                guard let owner = try await userBus.call(owner).body.first?.text else { continue }
                let reply = try await userBus.call(
                    BusCall(owner, path, name, "GetActive"), timeout: .seconds(2))
                if reply.body.first?.flag == true { active.append(name) }
            } catch {
                // Not running, or one without this call: it tells when it becomes active.
            }
        }
        return active
    }

    private func keep(_ following: BusFollowing) {
        followings.withLock { $0.append(following) }
    }

    private static func event(_ event: BusEvent, tellsAll: Bool) -> SessionEvent? {
        switch event {
        case .signal(let message): signal(message)
        case .ownerChanged(let owner): tellsAll ? .logindChanged(isThere: owner != nil) : nil
        case .ended(let failure): tellsAll ? .ended(failure) : nil
        }
    }

    private static func signal(_ message: BusMessage) -> SessionEvent? {
        switch message.member {
        case "Lock": .request(lock: true, session: message.path)
        case "Unlock": .request(lock: false, session: message.path)
        case "PrepareForSleep": message.body.first?.flag.map { .sleep(isBeginning: $0) }
        default: .stale
        }
    }

    private static func saverEvent(_ name: String, _ event: BusEvent) -> SessionEvent? {
        switch event {
        case .signal(let message):
            message.body.first?.flag.map { .saver(name, isActive: $0) }
        // One that is gone covers nothing any more.
        case .ownerChanged(nil), .ended: .saver(name, isActive: false)
        case .ownerChanged: nil
        }
    }
}
#endif
