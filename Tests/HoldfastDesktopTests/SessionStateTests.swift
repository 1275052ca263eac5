#if Desktop
import Testing

@testable import HoldfastLinux

@Suite("What sessions say of a person's screen")
struct SessionStateTests {
    private static func facts(
        _ path: String = "/c1", active: Bool = true, locked: Bool = false, remote: Bool = false,
        idleSince: UInt64? = nil
    ) throws -> SessionFacts {
        try #require(
            SessionFacts(
                path: path,
                [
                    "Class": .text("user"), "Remote": .flag(remote), "Active": .flag(active),
                    "LockedHint": .flag(locked), "IdleHint": .flag(idleSince != nil),
                    "IdleSinceHintMonotonic": .unsigned(idleSince ?? 0),
                ]))
    }

    @Test("A local session in front that is not locked is open; nothing else is")
    func open() throws {
        var state = SessionState()
        #expect(!state.isOpen)
        #expect(state.take([try Self.facts()]) == [.foreground])
        #expect(state.isOpen)
        for shut in [
            try Self.facts(active: false), try Self.facts(locked: true),
            try Self.facts(remote: true),
        ] {
            var state = SessionState()
            #expect(!state.take([shut]).contains(.foreground))
            #expect(!state.isOpen)
        }
    }

    @Test("A login screen and a service manager are no sessions of a person")
    func classes() {
        for name in ["greeter", "manager", "background", "lock-screen"] {
            let facts = SessionFacts(
                path: "/c1",
                ["Class": .text(name), "Remote": .flag(false), "Active": .flag(true)])
            #expect(facts == nil, "\(name)")
        }
    }

    @Test("A request to lock holds until it is taken back, whatever the session's own lock says")
    func requests() throws {
        var state = SessionState()
        _ = state.take([try Self.facts()])
        #expect(state.request(lock: true, of: "/c1") == [.locked])
        #expect(!state.isOpen)
        #expect(state.take([try Self.facts()]).isEmpty)
        #expect(!state.isOpen)
        #expect(state.request(lock: false, of: "/c1") == [.unlocked])
        #expect(state.isOpen)
        // Its own lock came and went: that answers the request too.
        _ = state.request(lock: true, of: "/c1")
        #expect(state.take([try Self.facts(locked: true)]).isEmpty)
        #expect(state.take([try Self.facts()]) == [.unlocked])
        #expect(state.isOpen)
    }

    @Test("A second lock, of a saver or of another session, is told although one is locked already")
    func several() throws {
        var state = SessionState()
        _ = state.take([try Self.facts(), try Self.facts("/c2", active: false)])
        #expect(state.request(lock: true, of: "/c2") == [.locked])
        #expect(state.isOpen)
        #expect(state.saver("a", isActive: true) == [.locked])
        #expect(!state.isOpen)
        #expect(state.saver("b", isActive: true) == [.locked])
        #expect(state.saver("a", isActive: false).isEmpty)
        #expect(state.saver("b", isActive: false) == [.unlocked])
    }

    @Test("Requests for sessions of others or over the network mean nothing here")
    func others() throws {
        var state = SessionState()
        _ = state.take([try Self.facts(), try Self.facts("/ssh", remote: true)])
        #expect(state.request(lock: true, of: "/c9").isEmpty)
        #expect(state.request(lock: true, of: "/ssh").isEmpty)
        #expect(state.isOpen)
    }

    @Test("It is idle only when every open session is, since the last was touched")
    func idle() throws {
        var state = SessionState()
        _ = state.take([try Self.facts(idleSince: 5), try Self.facts("/c2", idleSince: 9)])
        #expect(state.idleSince == 9)
        _ = state.take([try Self.facts(idleSince: 5), try Self.facts("/c2")])
        #expect(state.idleSince == nil)
        _ = state.take([])
        #expect(state.idleSince == nil)
        #expect(!state.isOpen)
    }
}
#endif
