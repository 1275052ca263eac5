import HoldfastCore
import Testing

@testable import HoldfastLab

/// What makes two plays the same from a moment on, and what does not.
@Suite("Standstills")
struct StandstillTests {
    @Test("Runs that came to the same in different ways are equal, and a difference tells")
    func equality() async throws {
        let start = try await run { _ in }
        #expect(try await standstill { $0.phone.note("a note") } == start.standstill)
        let locked = try await standstill { [$0.send(.lock), $0.send(.background)] }
        #expect(locked != start.standstill)
        #expect(try await standstill { [$0.send(.background), $0.send(.lock)] } == locked)
        #expect(try await standstill { $0.send(.clockSet(1)) } != start.standstill)
        #expect(try await standstill { $0.value("another label") } != start.standstill)
        #expect(try await standstill { $0.suspendSaving(true) } != start.standstill)
        #expect(try await standstill { $0.mayBeGone(try ChatApp.token()) } != start.standstill)
    }

    @Test("P12: what a device registers is the same in each play, and a difference tells")
    func server() async throws {
        let start = try await run { _ in }
        let begun = try await standstill { try await IdentityApp($0).start() }
        #expect(begun != nil && begun != start.standstill)
        #expect(try await standstill { try await IdentityApp($0).start() } == begun)
        let other = try await standstill { run in
            try await IdentityApp(run).start()
            for account in run.directory.accounts { run.directory.lose(account) }
            return nil
        }
        #expect(other != begun)
        let counted = try await standstill { run in
            try await IdentityApp(run).start()
            for account in run.directory.accounts {
                for device in run.directory.facts(of: account)?.activeDevices ?? [] {
                    run.directory.setMessageCounter(1, of: device.id)
                }
            }
            return nil
        }
        #expect(counted != begun && counted != other)
    }

    @Test("What plays go on from has a server of its own")
    func ownServer() async throws {
        let run = try await run { try await IdentityApp($0).start() }
        let next = ScenarioRun(resuming: run)
        for account in next.directory.accounts { next.directory.lose(account) }
        #expect(next.directory.accounts.isEmpty && run.directory.accounts.count == 1)
    }

    @Test("What a process drew and had open goes with it; what it stored does not")
    func processes() async throws {
        let start = try await run { $0.launch() }
        let read = try await standstill { try await $0.launch().read(ChatApp.token()) }
        #expect(read == start.standstill)
        let written = try await standstill { try await ChatApp($0).save(token: "token 2") }
        #expect(written != start.standstill)
    }

    @Test("Values that a body names by a closure cannot be compared")
    func naming() async throws {
        #expect(try await standstill { $0.nameValues { _ in nil } } == nil)
    }

    private func standstill(
        _ body: @Sendable @escaping (ScenarioRun) async throws -> Any?
    ) async throws -> Standstill? {
        try await run(body).standstill
    }

    private func run(
        _ body: @Sendable @escaping (ScenarioRun) async throws -> Any?
    ) async throws -> ScenarioRun {
        let scenario = Scenario(
            "standing", story: "A token is stored.",
            setUp: { try await ChatApp($0).save(token: "token 1") },
            body: { _ = try await body($0) })
        let player = try await ScenarioPlayer(
            scenario, on: .iPhone(), with: .appleKeychain, seed: 1)
        return await player.play(life: 0, from: player.start, .none, postponing: [])
    }
}

/// Which events may come a call later.
@Suite("Event shadows")
struct EventShadowTests {
    private let phone: SimulatedPhone
    private let process: AppProcess

    init() {
        phone = SimulatedPhone(.androidPhone())
        phone.send(.foreground(ScenarioRun.app))
        process = phone.launch(ScenarioRun.app)
        phone.arm(.none)
        phone.state.findPostponable(Explorer.standardEvents + [.removePasscode])
    }

    @Test("An event that a call does not see may come after it")
    func unseen() throws {
        _ = try process.appFolder.readFile("a")
        _ = try process.appFolder.readFile("b")
        _ = try process.appFolder.readFile("c")
        #expect(
            phone.state.postponable == [
                1: [.background, .clockSet(-3_600)], 2: [.background, .clockSet(-3_600)],
            ])
    }

    @Test("An event that an answer shows may not, also where the answer is no call")
    func seen() throws {
        _ = try process.appFolder.readFile("a")
        _ = process.android.clock.now
        _ = try process.appFolder.readFile("b")
        _ = phone.device
        _ = try process.appFolder.readFile("c")
        #expect(phone.state.postponable == [1: [.background]])
    }

    @Test("A lock is told to whoever observes it, so it may not; nor what ends the process or keys")
    func told() throws {
        _ = process.android.device.isDeviceLocked
        _ = process.android.device.isDeviceLocked
        let postponable = phone.state.postponable.values.flatMap(\.self)
        #expect(Set(postponable).isDisjoint(with: [.lock, .reboot, .removePasscode]))
        #expect(!postponable.isEmpty)
    }

    @Test("A lock of a locked phone is nothing, so it may come any time")
    func lockedBefore() throws {
        phone.send(.lock)
        _ = process.android.device.isDeviceLocked
        _ = process.android.device.isDeviceLocked
        #expect(phone.state.postponable[1]?.contains(.lock) == true)
    }

    @Test("What cannot be compared ends the shadows")
    func incomparable() throws {
        _ = try process.appFolder.readFile("a")
        _ = phone.backUp(.encrypted)
        _ = try process.appFolder.readFile("b")
        #expect(phone.state.postponable.isEmpty)
    }
}
