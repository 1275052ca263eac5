#if Desktop
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// The agent in this process, with a mocked logind; its keys lie in memory and not in the keyring.
@Suite(
    "The agent that locks with the screen",
    .enabled(if: Tools.areThere, "dbus-daemon or python3-dbusmock is missing: NOTHING is tested"),
    .serialized)
struct AgentTests {
    /// An unlocked vault, its agent, and what the agent said.
    final class Watched {
        let bus: PrivateBus
        let logind: MockLogind
        let vault: LinuxVault
        let notices = Locked<[AgentNotice]>([])
        private let stop: AsyncStream<Void>.Continuation
        private let task: Task<KeychainError?, Never>

        static let passcode = SecretBytes(utf8: "correct horse")

        init(_ change: (inout AgentOptions) -> Void = { _ in }) async throws {
            bus = try await PrivateBus()
            logind = try await MockLogind(on: bus)
            vault = try await Self.vault(bus.folder.path)
            var options = AgentOptions()
            options.renewal = .milliseconds(200)
            (options.systemBus, options.userBus) = (bus.place, bus.place)
            change(&options)
            let (stream, stop) = AsyncStream.makeStream(of: Void.self)
            self.stop = stop
            let notices = notices
            let agent = ScreenLockAgent(vault, options) { notice in
                notices.withLock { $0.append(notice) }
            }
            task = Task {
                do throws(KeychainError) {
                    try await agent.run(until: stream)
                    return nil
                } catch {
                    return error
                }
            }
            try await eventually("the agent watches") {
                notices.withLock { $0.contains(.watching(followsSavers: true)) }
            }
        }

        /// Ends the agent and says with which error.
        func end() async -> KeychainError? {
            stop.finish()
            return await task.value
        }

        /// What the agent ended with by itself.
        func outcome() async -> KeychainError? { await task.value }

        func reasons() -> [AgentReason] {
            notices.withLock { notices in
                notices.compactMap { if case .dropped(_, let reason) = $0 { reason } else { nil } }
            }
        }

        /// It says so after it did it; nothing else is dropped meanwhile.
        func gives(_ reasons: [AgentReason]) async throws {
            try await eventually("the reasons are \(reasons)") { self.reasons() == reasons }
        }

        func becomes(_ availability: StoreAvailability, _ what: String) async throws {
            try await eventually(what) { await vault.availability() == availability }
        }

        static func vault(_ folder: String) async throws -> LinuxVault {
            var configuration = VaultConfiguration(
                location: VaultLocation(
                    directory: folder + "/vault", stateDirectory: folder + "/state"))
            configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
            configuration.passcodeIterations = 1
            configuration.keepKeysInProcess()
            let vault = LinuxVault(configuration)
            try await vault.setPasscode(passcode)
            return vault
        }
    }

    @Test("A session that is told to lock drops the keys; its unlocking opens nothing")
    func lockSignal() async throws {
        let watched = try await Watched()
        #expect(await watched.vault.availability() == .unlocked)
        try await watched.logind.tell("Lock")
        try await watched.becomes(.locked, "the lock")
        try await watched.logind.tell("Unlock")
        try await Task.sleep(for: .milliseconds(600))
        #expect(await watched.vault.availability() == .locked)
        try await watched.gives([.screenLock])
        try await watched.vault.unlock(with: Watched.passcode)
        #expect(await watched.vault.availability() == .unlocked)
        #expect(await watched.end() == nil)
    }

    @Test("A session whose own lock says that it is locked drops the keys")
    func lockedHint() async throws {
        let watched = try await Watched()
        try await watched.logind.set("LockedHint", true)
        try await watched.becomes(.locked, "the lock")
        try await watched.gives([.screenLock])
        _ = await watched.end()
    }

    @Test("A session that begins later is watched too")
    func laterSession() async throws {
        let watched = try await Watched()
        try await watched.logind.addSession("c2")
        try await watched.bus.addMethod(
            MockLogind.name, "/org/freedesktop/login1", "org.example.Test", "New", in: "", out: "",
            """
            self.EmitSignal('org.freedesktop.login1.Manager', 'SessionNew', 'so', \
            ['c2', dbus.ObjectPath('/org/freedesktop/login1/session/c2')])
            """)
        _ = try await watched.bus.bus.call(
            BusCall(MockLogind.name, "/org/freedesktop/login1", "org.example.Test", "New"))
        try await watched.logind.tell("Lock", "/org/freedesktop/login1/session/c2")
        try await watched.becomes(.locked, "the lock")
        _ = await watched.end()
    }

    @Test("A screen saver drops the keys", arguments: SessionWatch.savers.keys.sorted())
    func saver(name: String) async throws {
        let watched = try await Watched()
        let path = try #require(SessionWatch.savers[name])
        try await watched.bus.startMock([name, path, name], name: name)
        try await watched.bus.addMethod(
            name, path, name, "SetActive", in: "b", out: "",
            "self.EmitSignal('\(name)', 'ActiveChanged', 'b', [args[0]])")
        _ = try await watched.bus.bus.call(BusCall(name, path, name, "SetActive", [.flag(false)]))
        #expect(await watched.vault.availability() == .unlocked)
        _ = try await watched.bus.bus.call(BusCall(name, path, name, "SetActive", [.flag(true)]))
        try await watched.becomes(.locked, "the lock")
        try await watched.gives([.screenLock])
        _ = await watched.end()
    }

    @Test("A sleep waits until the keys are dropped, and the next one does too")
    func sleep() async throws {
        let watched = try await Watched()
        #expect(try await watched.logind.inhibitorCount() == 1)
        try await watched.logind.sleep(true)
        try await eventually("the machine may sleep") {
            try await watched.logind.inhibitorCount() == 0
        }
        #expect(await watched.vault.availability() == .locked)
        try await watched.logind.sleep(false)
        try await eventually("the next sleep is delayed") {
            try await watched.logind.inhibitorCount() == 1
        }
        try await watched.gives([.sleep])
        _ = await watched.end()
        try await eventually("an agent that ended delays nothing") {
            try await watched.logind.inhibitorCount() == 0
        }
    }

    @Test("Where it is wished, a sleep drops the keys of background work too")
    func deepSleep() async throws {
        let watched = try await Watched { $0.dropsAllOnSleep = true }
        try await watched.logind.sleep(true)
        try await watched.becomes(.beforeFirstUnlock, "the loss of all keys")
        try await eventually("it says so") {
            watched.notices.withLock { $0.contains(.dropped(all: true, because: .sleep)) }
        }
        _ = await watched.end()
    }

    @Test("A machine that nobody touches drops the keys, once")
    func idle() async throws {
        let watched = try await Watched { $0.idleTimeout = .seconds(1) }
        try await Task.sleep(for: .milliseconds(500))
        #expect(await watched.vault.availability() == .unlocked)
        // The mock has been idle since its machine's start.
        try await watched.logind.set("IdleHint", true)
        try await watched.becomes(.locked, "the lock")
        try await Task.sleep(for: .milliseconds(700))
        try await watched.gives([.idle])
        _ = await watched.end()
    }

    @Test("Keys are renewed while a local session is open, and run out by themselves when not")
    func lease() async throws {
        let watched = try await Watched { $0.lease = .seconds(2) }
        try await Task.sleep(for: .seconds(3))
        #expect(await watched.vault.availability() == .unlocked)
        // Another user's session comes to the front: nothing is locked, and nothing renewed.
        try await watched.logind.set("Active", false)
        try await watched.becomes(.locked, "the end of the lease")
        #expect(watched.reasons().isEmpty)
        _ = await watched.end()
    }

    @Test("Keys of background work live as long as is wished, counted from the unlock")
    func longestAge() async throws {
        let watched = try await Watched { $0.longestAge = .seconds(2) }
        #expect(await watched.vault.availability() == .unlocked)
        try await watched.becomes(.beforeFirstUnlock, "the end of all keys")
        #expect(watched.reasons().isEmpty)
        _ = await watched.end()
    }

    @Test("Only one agent watches a vault; the second says so and leaves the first alone")
    func twice() async throws {
        let watched = try await Watched()
        var options = AgentOptions()
        (options.systemBus, options.userBus) = (watched.bus.place, watched.bus.place)
        func screenLock() async -> [VaultFinding.Grade] {
            await watched.vault.doctor().filter { $0.topic == "screen lock" }.map(\.grade)
        }
        #expect(await screenLock() == [.good])
        #expect(try await watched.vault.status().isWatched)
        let second = ScreenLockAgent(watched.vault, options) { _ in }
        do {
            try await second.run(until: AsyncStream { $0.finish() })
            Issue.record("two agents watch")
        } catch {
            #expect(ErrorCatalogue.exitStatus(for: error) == 9)
            #expect(error.nativeCode == Int(EBUSY))
        }
        #expect(await watched.vault.availability() == .unlocked)
        #expect(await watched.end() == nil)
        #expect(await screenLock() == [.note])
        #expect(try await !watched.vault.status().isWatched)
        // The mark went with the agent.
        let mark = AgentMark(watched.vault.configuration.location)
        #expect(try mark.take() != nil)
    }

    @Test("Without a system bus, or logind on it, it says so, ends with 8 and drops nothing")
    func nothingToFollow() async throws {
        let bus = try await PrivateBus()
        let vault = try await Watched.vault(bus.folder.path)
        let nowhere = BusPlace.address("unix:path=\(bus.folder.path)/nowhere")
        for (place, text) in [(nowhere, "no system bus"), (bus.place, "no logind")] {
            var options = AgentOptions()
            (options.systemBus, options.userBus) = (place, nowhere)
            do {
                try await ScreenLockAgent(vault, options) { _ in }.run(until: AsyncStream { _ in })
                Issue.record("it watches nothing")
            } catch {
                #expect(ErrorCatalogue.exitStatus(for: error) == 8)
                #expect(error.message.contains(text))
            }
            #expect(await vault.availability() == .unlocked)
        }
    }

    @Test("An agent that loses the bus drops the keys and ends with an error")
    func blind() async throws {
        let watched = try await Watched()
        try watched.bus.killBus()
        let error = await watched.outcome()
        #expect(error.map(ErrorCatalogue.exitStatus) == 9)
        try await watched.gives([.blind])
        #expect(await watched.vault.availability() == .locked)
    }

    @Test("An agent that is told to end drops the keys")
    func end() async throws {
        let watched = try await Watched()
        #expect(await watched.end() == nil)
        #expect(await watched.vault.availability() == .locked)
        try await watched.gives([.stop])
    }

    @Test("logind may be another process from one moment to the next")
    func restartedLogind() async throws {
        let watched = try await Watched()
        try watched.bus.kill(watched.logind.process)
        let logind = try await MockLogind(on: watched.bus)
        try await eventually("sleeps are delayed again") {
            try await logind.inhibitorCount() == 1
        }
        #expect(await watched.vault.availability() == .unlocked)
        try await logind.tell("Lock")
        try await watched.becomes(.locked, "the lock")
        _ = await watched.end()
    }

    @Test("Nobody but logind can lock or put to sleep")
    func forged() async throws {
        let watched = try await Watched()
        let names = try await watched.bus.bus.call(
            BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "ListNames"))
        for name in names.body.first?.elements?.compactMap(\.text) ?? []
        where name.hasPrefix(":") {
            let forger = try ChildProcess(
                path: "/usr/bin/dbus-send",
                [
                    "--bus=\(watched.bus.address)", "--type=signal", "--dest=\(name)",
                    MockLogind.session, "org.freedesktop.login1.Session.Lock",
                ])
            #expect(try forger.wait() == .exit(0))
        }
        try await Task.sleep(for: .milliseconds(500))
        #expect(await watched.vault.availability() == .unlocked)
        _ = await watched.end()
    }

    @Test("While an agent watches, an unlock lasts for its lease alone")
    func unlockUnderAgent() async throws {
        // It renews nothing of what is unlocked while the screen is locked.
        let watched = try await Watched { $0.renewal = .seconds(3600) }
        try await watched.vault.unlock(with: Watched.passcode)
        let during = try #require(try await watched.vault.status().unlockedUntilSeconds)
        #expect((100...120).contains(during))
        _ = await watched.end()
        try await watched.vault.unlock(with: Watched.passcode)
        let after = try #require(try await watched.vault.status().unlockedUntilSeconds)
        #expect((850...900).contains(after))
    }

    @Test("State that waits is told of an unlocked screen and of a session in front")
    func activations() async throws {
        let bus = try await PrivateBus()
        let logind = try await MockLogind(on: bus)
        let source = SessionActivations(
            system: bus.place, user: bus.place, userNumber: getuid())
        let heard = Locked<[ActivationEvent]>([])
        let task = Task {
            for await event in source.activations() { heard.withLock { $0.append(event) } }
            return true
        }
        // Until it follows: a lock and an unlock are repeated.
        try await eventually("an unlock is told") {
            try await logind.tell("Lock")
            try await logind.tell("Unlock")
            return heard.withLock { $0.contains(.unlocked) }
        }
        #expect(heard.withLock { !$0.contains(.foreground) })
        try await eventually("a session in front is told") {
            // It is asked for after each change, and two changes at once may be seen as none.
            try await logind.set("Active", false)
            try await Task.sleep(for: .milliseconds(200))
            try await logind.set("Active", true)
            try await Task.sleep(for: .milliseconds(200))
            return heard.withLock { $0.contains(.foreground) }
        }
        try bus.killBus()
        #expect(await task.value)
    }
}
#endif
