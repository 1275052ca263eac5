import CrashSupport
import FoundationEssentials
import HoldfastCore
import Testing

@testable import HoldfastCLI

/// The new phone at the command line.
@MainActor
@Suite struct RestoreCommandTests {
    private let world = RecoveryWorld()

    private var line: String { "backup restore --from \(world.file)" }

    @Test(
        "The words alone bring items and the place in the account back, and the old device is out")
    func newMachine() async throws {
        try await world.begin()
        let account = try DeviceWorld.member(
            "account", of: await world.devices.device("show", "--json", on: world.old))
        let terminal = ScriptedTerminal([RecoveryWorld.words, "y"])
        let outcome = await world.run(line, on: world.new, terminal: terminal)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.text.contains("backup of 2") && outcome.text.contains("\"old phone\""))
        #expect(await world.new.run("get", "kept").text == "precious")
        // What belongs to one device only stays on it.
        #expect(await world.new.run("get", "bound").status == 1)
        let shown = await world.devices.device("show", "--json", on: world.new)
        #expect(shown.status == 0)
        #expect(try DeviceWorld.member("account", of: shown) == account)
        #expect(try DeviceWorld.member("name", of: shown) == "old phone")
        #expect(await world.devices.device("show", on: world.old).status == 7)
        // It goes on with the backup.
        let now = await world.run("backup now --json", on: world.new)
        #expect(now.status == 0 && now.text.contains("\"generation\":2"), "\(now.error)")
        #expect(await world.run("backup status", on: world.new).status == 0)
    }

    @Test("P2: Without a yes, and with other words, nothing is made or changed")
    func refusals() async throws {
        try await world.begin()
        let log = try world.devices.bytes
        let declined = await world.run(
            line, on: world.new, terminal: [RecoveryWorld.words, "n"])
        #expect(declined.status == 4)
        let wrong = await world.run(
            line + " --yes --phrase-fd 0", on: world.new, phrase: RecoveryWorld.otherWords)
        #expect(wrong.status == 4)
        #expect(!FileManager.default.fileExists(atPath: world.new.folder + "/vault"))
        #expect(try world.devices.bytes == log)
        let nowhere = await world.new.run(
            "backup", "restore", "--from", world.file, "--yes", "--phrase-fd", "0",
            input: Array(RecoveryWorld.words.utf8))
        #expect(nowhere.status == 2 && nowhere.error.contains("--data-only"))
    }

    @Test("P2: What a vault holds is not replaced, and a restore can be said again")
    func beside() async throws {
        try await world.begin()
        _ = await world.new.run("set", "kept", input: Array("mine".utf8))
        _ = await world.new.run("set", "own", input: Array("too".utf8))
        let restore = line + " --yes --json --phrase-fd 0"
        let outcome = await world.run(restore, on: world.new)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
            outcome.text.contains("\"keptItems\":[{\"service\":\"default\",\"name\":\"kept\"}]"))
        let lacking = try JSONNames.of(outcome.output)
            .subtracting(JSONPage.members(of: "backup restore"))
        #expect(lacking.isEmpty, "\(lacking.sorted())")
        #expect(await world.new.run("get", "kept").text == "mine")
        #expect(await world.new.run("get", "own").text == "too")
        let again = await world.run(restore, on: world.new)
        #expect(again.status == 0, "\(again.error)")
        let id = try DeviceWorld.member("device", of: again)
        #expect(try DeviceWorld.member("device", of: outcome) == id)
    }

    @Test("--data-only leaves the account alone")
    func dataOnly() async throws {
        try await world.begin()
        let log = try world.devices.bytes
        let outcome = await world.run(
            line + " --data-only --yes --phrase-fd 0", on: world.new)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(await world.new.run("get", "kept").text == "precious")
        #expect(try world.devices.bytes == log)
        #expect(await world.devices.device("show", on: world.old).status == 0)
        let both = await world.run(line + " --data-only --lost 12345678", on: world.new)
        #expect(both.status == 2)
    }

    @Test("P2: A backup that is damaged anywhere is not restored, and nothing changes")
    func damaged() async throws {
        try await world.begin()
        let bytes = try world.bytes
        let log = try world.devices.bytes
        for place in stride(from: 40, to: bytes.count, by: bytes.count / 12) {
            var damaged = bytes
            damaged[place] ^= 0x10
            try world.write(damaged)
            let outcome = await world.run(
                line + " --yes --phrase-fd 0", on: world.new)
            #expect([6, 8].contains(outcome.status), "\(place): \(outcome.error)")
        }
        #expect(try world.devices.bytes == log)
        #expect(await world.new.run("get", "kept").status == 1)
    }
}
