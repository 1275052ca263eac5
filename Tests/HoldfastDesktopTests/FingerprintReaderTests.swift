#if Desktop
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// Against the real fprintd with libfprint's virtual reader; polkit and logind are mocked.
@Suite(
    "The fingerprint reader, through the real fprintd",
    .enabled(if: Tools.hasFprintd, "fprintd is not installed: NOTHING of the reader is tested"),
    .serialized)
struct FingerprintReaderTests {
    /// The desk that a person sits at.
    struct Desk {
        let bus: PrivateBus
        let logind: MockLogind
        let reader: VirtualReader

        init(fingers: [String] = ["right-index-finger"]) async throws {
            bus = try await PrivateBus()
            logind = try await MockLogind(on: bus)
            reader = try await VirtualReader(on: bus)
            for finger in fingers { try await reader.enrol(finger, scan: finger, on: bus) }
        }

        func surroundings() -> FingerprintSurroundings {
            FingerprintSurroundings(bus: bus.place, triesDirectory: bus.folder.path)
        }

        func sensor(_ person: any FingerprintPrompt) -> FingerprintReader {
            FingerprintReader(prompt: person, surroundings())
        }
    }

    private static func code(
        _ body: () async throws(KeychainError) -> Void
    ) async -> KeychainError.Code? {
        do throws(KeychainError) {
            try await body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A finger that is enrolled is recognised, another is not, and the reader is given back")
    func match() async throws {
        let desk = try await Desk()
        let person = PersonAtReader(desk.reader, "SCAN right-index-finger")
        let sensor = desk.sensor(person)
        #expect(try sensor.availability() == .available)
        #expect(try await sensor.enrolledFingers() == ["right-index-finger"])
        try await sensor.verify(.standard)
        #expect(person.steps == [.place(.swipe), .done(isRecognized: true)])
        let stranger = PersonAtReader(desk.reader, "SCAN a", "SCAN b", "SCAN c")
        let refused = await Self.code { () async throws(KeychainError) in
            try await desk.sensor(stranger).verify(.standard)
        }
        #expect(refused == .authFailed)
        #expect(
            stranger.steps == [
                .place(.swipe), .noMatch(triesLeft: 2), .place(.swipe), .noMatch(triesLeft: 1),
                .place(.swipe), .done(isRecognized: false),
            ])
        // Both gave it back: it can be claimed again.
        try await desk.sensor(PersonAtReader(desk.reader, "SCAN right-index-finger"))
            .verify(.standard)
    }

    @Test("Fingers that could not be read are asked for again, with the reason")
    func retries() async throws {
        let desk = try await Desk()
        let person = PersonAtReader(
            desk.reader, "RETRY 0", "RETRY 1", "RETRY 2", "RETRY 3", "SCAN right-index-finger")
        try await desk.sensor(person).verify(.standard)
        #expect(
            person.steps == [
                .place(.swipe), .again(.unclear), .again(.tooShort), .again(.notCentered),
                .again(.lift), .done(isRecognized: true),
            ])
    }

    @Test("Five fingers in a row that do not match lock it for 30 seconds, for every process")
    func lockout() async throws {
        let desk = try await Desk()
        let clock = SteppingClock()
        func sensor(_ commands: String...) -> FingerprintReader {
            var surroundings = desk.surroundings()
            surroundings.clock = clock
            return FingerprintReader(
                prompt: PersonAtReader(desk.reader, commands.map { .command($0) }), surroundings)
        }
        let codes = [
            await Self.code { () async throws(KeychainError) in
                try await sensor("SCAN a", "SCAN b", "SCAN c").verify(.standard)
            },
            await Self.code { () async throws(KeychainError) in
                try await sensor("SCAN a", "SCAN b", "SCAN c").verify(.standard)
            },
            // Another object, as another process has: the right finger is not even asked for.
            await Self.code { () async throws(KeychainError) in
                try await sensor("SCAN right-index-finger").verify(.standard)
            },
        ]
        #expect(codes == [.authFailed, .lockout, .lockout])
        clock.advance(by: .seconds(29))
        let early = await Self.code { () async throws(KeychainError) in
            try await sensor("SCAN right-index-finger").verify(.standard)
        }
        #expect(early == .lockout)
        clock.advance(by: .seconds(2))
        try await sensor("SCAN right-index-finger").verify(.standard)
        // The count began anew with the match.
        let again = await Self.code { () async throws(KeychainError) in
            try await sensor("SCAN a", "SCAN b", "SCAN c").verify(.standard)
        }
        #expect(again == .authFailed)
    }

    @Test("Closing the prompt is USER_CANCELED, and the reader is given back")
    func cancel() async throws {
        let desk = try await Desk()
        let (began, feed) = AsyncStream.makeStream(of: Void.self)
        let person = PersonAtReader(
            desk.reader, [.command("SLEEP 4000"), .nothing])
        let sensor = desk.sensor(person)
        let task = Task { () -> KeychainError.Code? in
            feed.yield()
            return await Self.code { () async throws(KeychainError) in
                try await sensor.verify(.standard)
            }
        }
        for await _ in began { break }
        try await eventually("the reader waits") { person.steps.contains(.place(.swipe)) }
        task.cancel()
        #expect(await task.value == .userCanceled)
        try await desk.sensor(PersonAtReader(desk.reader, "SCAN right-index-finger"))
            .verify(.standard)
    }

    @Test("No finger in time is SYSTEM_CANCELED")
    func timeout() async throws {
        let desk = try await Desk()
        var sensor = desk.sensor(PersonAtReader(desk.reader, "SLEEP 4000"))
        sensor.timeout = .milliseconds(300)
        let late = await Self.code { [sensor] () async throws(KeychainError) in
            try await sensor.verify(.standard)
        }
        #expect(late == .systemCanceled)
    }

    @Test("A reader that fails, is unplugged, or whose service dies is BIOMETRY_NOT_AVAILABLE")
    func failures() async throws {
        let desk = try await Desk()
        for command in ["ERROR 0", "ERROR 6", "UNPLUG"] {
            let code = await Self.code { () async throws(KeychainError) in
                try await desk.sensor(PersonAtReader(desk.reader, command)).verify(.standard)
            }
            #expect(code == .biometryNotAvailable, "\(command)")
        }
    }

    @Test("fprintd killed while a finger is waited for is BIOMETRY_NOT_AVAILABLE, at once")
    func serviceKilled() async throws {
        let desk = try await Desk()
        let person = PersonAtReader(desk.reader, "SLEEP 8000")
        let sensor = desk.sensor(person)
        let task = Task {
            await Self.code { () async throws(KeychainError) in
                try await sensor.verify(.standard)
            }
        }
        try await eventually("the reader waits") { person.steps.contains(.place(.swipe)) }
        let killed = ContinuousClock.now
        try desk.bus.kill(desk.reader.process)
        #expect(await task.value == .biometryNotAvailable)
        #expect(ContinuousClock.now - killed < .seconds(2))
        // Another fprintd under the name serves the next prompt.
        let reader = try await VirtualReader(startingAgainOn: desk.bus)
        try await reader.enrol("left-thumb", scan: "left-thumb", on: desk.bus)
        try await desk.sensor(PersonAtReader(reader, "SCAN left-thumb")).verify(.standard)
    }

    @Test("The reader's own way of taking a finger is what the person is told")
    func gesture() async throws {
        let desk = try await Desk()
        let person = PersonAtReader(desk.reader, "SCAN right-index-finger")
        desk.reader.send("SET_SCAN_TYPE press")
        try await desk.sensor(person).verify(.standard)
        #expect(person.steps.first == .place(.press))
    }

    @Test("The bus going away while a finger is waited for is an error without a hang")
    func busGone() async throws {
        let desk = try await Desk()
        let bus = desk.bus
        let began = ContinuousClock.now
        let person = PersonAtReader(desk.reader, [.command("SLEEP 8000")])
        let sensor = desk.sensor(person)
        let task = Task {
            await Self.code { () async throws(KeychainError) in
                try await sensor.verify(.standard)
            }
        }
        try await eventually("the reader waits") { person.steps.contains(.place(.swipe)) }
        try bus.killBus()
        #expect(await task.value == .biometryNotAvailable)
        #expect(ContinuousClock.now - began < .seconds(8))
    }

    @Test("A reader that another program has claimed is busy, and says so")
    func busy() async throws {
        let desk = try await Desk()
        let other = try Bus(desk.bus.place)
        let device = try await FingerprintDevice.find(other)
        _ = try await device.call("Claim", [.text("")])
        do {
            try await desk.sensor(PersonAtReader(desk.reader)).verify(.standard)
            Issue.record("a claimed reader was used")
        } catch {
            #expect(error.code == .biometryNotAvailable)
            #expect(error.message.contains("in use"))
        }
        await device.release()
    }

    @Test("P11: nothing enrolled, no reader and no service are told apart as canUse says")
    func nothing() async throws {
        let desk = try await Desk(fingers: [])
        let sensor = desk.sensor(PersonAtReader(desk.reader))
        #expect(try sensor.availability() == .notEnrolled)
        #expect(try await sensor.enrolledFingers() == [])
        let none = await Self.code { () async throws(KeychainError) in
            try await sensor.verify(.standard)
        }
        #expect(none == .biometryNotEnrolled)
        let empty = try await PrivateBus()
        _ = try await MockLogind(on: empty)
        let nobody = FingerprintReader(
            prompt: PersonAtReader(desk.reader),
            FingerprintSurroundings(bus: empty.place, triesDirectory: empty.folder.path))
        #expect(try nobody.availability() == .noHardware)
        let noBus = FingerprintReader(
            prompt: PersonAtReader(desk.reader),
            FingerprintSurroundings(bus: .address("unix:path=\(empty.folder.path)/none")))
        #expect(try noBus.availability() == .noHardware)
        for sensor in [nobody, noBus] {
            let code = await Self.code { () async throws(KeychainError) in
                try await sensor.verify(.standard)
            }
            #expect(code == .biometryNotAvailable)
        }
    }

    @Test("polkit's no is BIOMETRY_NOT_AVAILABLE")
    func refused() async throws {
        let bus = try await PrivateBus()
        _ = try await MockLogind(on: bus)
        let reader = try await VirtualReader(on: bus, isAllowed: false)
        let sensor = FingerprintReader(
            prompt: PersonAtReader(reader),
            FingerprintSurroundings(bus: bus.place, triesDirectory: bus.folder.path))
        let code = await Self.code { () async throws(KeychainError) in
            try await sensor.verify(.standard)
        }
        #expect(code == .biometryNotAvailable)
    }

    @Test("A session over the network is refused, by logind's word and by the environment's")
    func remote() async throws {
        let desk = try await Desk()
        let sensor = desk.sensor(PersonAtReader(desk.reader, "SCAN right-index-finger"))
        try await desk.logind.set("Remote", true)
        #expect(try sensor.availability() == .noHardware)
        let byLogind = await Self.code { () async throws(KeychainError) in
            try await sensor.verify(.standard)
        }
        #expect(byLogind == .biometryNotAvailable)
        try await desk.logind.set("Remote", false)
        var surroundings = desk.surroundings()
        surroundings.isRemoteByEnvironment = true
        let byEnvironment = await Self.code { [surroundings] () async throws(KeychainError) in
            try await FingerprintReader(prompt: PersonAtReader(desk.reader), surroundings)
                .verify(.standard)
        }
        #expect(byEnvironment == .biometryNotAvailable)
        // Without logind nobody can say, and nobody is asked.
        try desk.bus.kill(desk.logind.process)
        let unknown = await Self.code { () async throws(KeychainError) in
            try await sensor.verify(.standard)
        }
        #expect(unknown == .biometryNotAvailable)
    }

    @Test("A signal of anybody but fprintd is no finger")
    func forged() async throws {
        let desk = try await Desk()
        let (address, bus, reader) = (desk.bus.address, desk.bus.bus, desk.reader.line)
        let person = PersonAtReader(
            desk.reader,
            [
                .run {
                    reader.send("SLEEP 1500")
                    // To everybody on the bus by name, so also straight to us.
                    await Self.forge(on: address, bus)
                }, .nothing,
            ])
        var sensor = desk.sensor(person)
        sensor.timeout = .milliseconds(900)
        let code = await Self.code { [sensor] () async throws(KeychainError) in
            try await sensor.verify(.standard)
        }
        #expect(code == .systemCanceled)
    }

    private static func forge(on address: String, _ bus: Bus) async {
        do {
            let names = try await bus.call(
                BusCall(
                    "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                    "ListNames"))
            let all = names.body.first?.elements?.compactMap(\.text) ?? []
            #expect(all.count > 3)
            for name in all where name.hasPrefix(":") {
                let process = try ChildProcess(
                    path: "/usr/bin/dbus-send",
                    [
                        "--bus=\(address)", "--type=signal", "--dest=\(name)",
                        "/net/reactivated/Fprint/Device/0",
                        "net.reactivated.Fprint.Device.VerifyStatus", "string:verify-match",
                        "boolean:true",
                    ])
                #expect(try process.wait() == .exit(0))
            }
        } catch {
            Issue.record("the signal could not be forged: \(error)")
        }
    }
}
#endif
