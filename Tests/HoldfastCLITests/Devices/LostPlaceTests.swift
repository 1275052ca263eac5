import FoundationEssentials
import Testing

@testable import HoldfastCLI

/// A machine whose key, or whose data beside the vault, is gone: its old place, or another account.
@MainActor
@Suite("A device that lost something, at the command line")
struct LostPlaceTests {
    private static let keyService = "holdfast.device-key/holdfast.identity"
    private let world = DeviceWorld()

    /// Takes every key of a machine's device away.
    private func loseKeys(on place: Workplace) async throws {
        let list = await place.run("ls", "--service", Self.keyService)
        let names = list.text.split(separator: "\n").map(String.init)
        try #require(names.count >= 2, "\(list.error)")
        for name in names {
            try #require(await place.run("rm", name, "--service", Self.keyService).status == 0)
        }
    }

    private func keyCount(on place: Workplace) async -> Int {
        await place.run("ls", "--service", Self.keyService).text.split(separator: "\n").count
    }

    /// What lies beside the vault goes, as with a new home folder.
    private func reinstall(_ place: Workplace) throws {
        try FileManager.default.removeItem(atPath: place.folder + "/state/devices")
    }

    private func member(_ name: String, on place: Workplace) async throws -> String {
        try DeviceWorld.member(name, of: await world.device("show", "--json", on: place))
    }

    @Test("P7: a lost key begins no account by itself; only --start-anew does, as another one")
    func startsAnew() async throws {
        let account = try await world.begin("laptop", on: world.first)
        try await loseKeys(on: world.first)
        let shown = await world.device("show", "--json", on: world.first)
        #expect(shown.status == 7 && shown.text.contains("\"state\":\"keyLost.missing\""))
        let before = try world.bytes
        let refused = await world.device("init", "--name", "laptop", on: world.first)
        #expect(refused.status == 7 && refused.error.contains("--start-anew"), "\(refused.error)")
        #expect(try world.bytes == before)
        let anew = await world.device(
            "init", "--start-anew", "--name", "laptop", "--json", on: world.first)
        #expect(anew.status == 0, "\(anew.error)")
        #expect(try DeviceWorld.member("account", of: anew) != account)
        #expect(await world.device("show", on: world.first).status == 0)
        #expect(await keyCount(on: world.first) == 2)
        #expect(try world.bytes.starts(with: before), "the old account's log stays")
    }

    @Test("--start-anew leaves a device that is in order, and one that has lost nothing, as it is")
    func notAnew() async throws {
        let account = try await world.begin("laptop", on: world.first)
        let before = try world.bytes
        let again = await world.device("init", "--start-anew", on: world.first)
        #expect(again.status == 5 && again.error.contains("a device already"), "\(again.error)")
        try reinstall(world.first)
        let survivor = await world.device("init", "--start-anew", on: world.first)
        #expect(survivor.status == 6 && survivor.error.contains("device replace"))
        #expect(try world.bytes == before)
        #expect(await world.device("replace", on: world.first).status == 0)
        #expect(try await member("account", on: world.first) == account)
    }

    @Test("A first device begins with --start-anew as without it")
    func firstAnew() async throws {
        let made = await world.device("init", "--start-anew", "--name", "laptop", on: world.first)
        #expect(made.status == 0, "\(made.error)")
        #expect(await world.device("show", on: world.first).status == 0)
    }

    @Test("A lost key's place is got back with another device: same name, place and account")
    func placeBack() async throws {
        let account = try await world.begin("laptop", on: world.first, passcode: "p")
        try await world.join(
            "desk", world.second, account: account, approvedOn: world.first, approverPasscode: "p")
        let slot = try await member("slot", on: world.second)
        let old = try await world.id(of: world.second)
        try await loseKeys(on: world.second)
        let asked = await world.device("request", "--json", on: world.second)
        #expect(asked.status == 0, "\(asked.error)")
        #expect(try DeviceWorld.member("replaces", of: asked) == old)
        let approved = await world.device(
            "approve", try DeviceWorld.member("request", of: asked), "--yes", on: world.first,
            terminal: ["p"])
        #expect(approved.status == 0, "\(approved.error)")
        let shown = await world.device("show", "--json", on: world.second)
        #expect(shown.status == 0, "\(shown.error)")
        #expect(try DeviceWorld.member("slot", of: shown) == slot)
        #expect(try DeviceWorld.member("name", of: shown) == "desk")
        #expect(try DeviceWorld.member("account", of: shown) == account)
        #expect(try DeviceWorld.member("device", of: shown) != old)
        #expect(await keyCount(on: world.second) == 2)
        _ = await world.first.run("lock", "--all")
    }

    @Test("After a reinstallation replace gets the place back, and register gives nothing")
    func afterReinstall() async throws {
        let account = try await world.begin("laptop", on: world.first)
        try await world.join("desk", world.second, account: account, approvedOn: world.first)
        let slot = try await member("slot", on: world.second)
        let old = try await world.id(of: world.second)
        try reinstall(world.second)
        let shown = await world.device("show", "--json", on: world.second)
        #expect(shown.status == 6 && shown.text.contains("\"state\":\"reinstalled\""))
        let before = try world.bytes
        let registered = await world.device("register", on: world.second)
        #expect(registered.status == 6 && registered.error.contains("device replace"))
        #expect(try world.bytes == before)
        let replaced = await world.device("replace", "--json", on: world.second)
        #expect(replaced.status == 0, "\(replaced.error)")
        #expect(try DeviceWorld.member("slot", of: replaced) == slot)
        #expect(try DeviceWorld.member("device", of: replaced) != old)
        let list = await world.device("list", on: world.first)
        #expect(list.status == 0 && list.text.contains("removed (replaced)"), "\(list.text)")
        #expect(await keyCount(on: world.second) == 2)
        // Now it has a copy of the log again, and can give it to a directory that has none.
        try world.remove()
        #expect(await world.device("register", on: world.second).status == 0)
        #expect(await world.device("show", on: world.first).status == 0)
    }

    @Test("A device that was put out loses its keys, says who did it, and comes back as another")
    func putOut() async throws {
        let third = Workplace()
        let account = try await world.begin("laptop", on: world.first, passcode: "p")
        for (name, place) in [("desk", world.second), ("phone", third)] {
            try await world.join(
                name, place, account: account, approvedOn: world.first, approverPasscode: "p")
        }
        let old = try await world.id(of: third)
        let revoked = await world.device(
            "revoke", old, "--reason", "lost", "--yes", on: world.first, terminal: ["p"])
        #expect(revoked.status == 0, "\(revoked.error)")
        let shown = await world.device("show", on: third)
        #expect(shown.status == 7, "\(shown.error)")
        #expect(shown.text.contains("\nremoved: by \"laptop\" at "), "\(shown.text)")
        #expect(shown.text.contains("Z (lost)\n"), "\(shown.text)")
        #expect(await keyCount(on: third) == 2, "who only looks removes nothing")
        let refused = await world.device("rename", "x", on: third)
        #expect(refused.status == 7 && refused.error.contains("was removed"), "\(refused.error)")
        #expect(await keyCount(on: third) == 0)
        let again = await world.device("show", "--json", on: third)
        #expect(again.status == 7 && again.text.contains("\"removedBy\":\"laptop\""))
        #expect(try DeviceWorld.member("reason", of: again) == "lost")
        let asked = await world.device("request", "--name", "phone", "--json", on: third)
        #expect(asked.status == 0, "\(asked.error)")
        #expect(try DeviceWorld.member("device", of: asked) != old)
        let approved = await world.device(
            "approve", try DeviceWorld.member("request", of: asked), "--yes", on: world.first,
            terminal: ["p"])
        #expect(approved.status == 0, "\(approved.error)")
        #expect(await world.device("show", on: third).status == 0)
        _ = await world.first.run("lock", "--all")
    }

    @Test("P9: decisions and the doctor's lines are words, and no names of the code")
    func words() async throws {
        try await world.begin("laptop", on: world.first)
        #expect(await world.device("show", on: world.first).status == 0)
        let kept = try world.bytes
        try world.remove()
        #expect(await world.device("show", on: world.first).status == 9)
        try world.write(kept)
        try await loseKeys(on: world.first)
        let shown = await world.device("show", on: world.first)
        #expect(shown.status == 7, "\(shown.error)")
        let doctor = await world.first.run("doctor")
        let decisions = (shown.text + doctor.text).split(separator: "\n").filter {
            $0.contains("decision: ") || $0.contains("decided ")
        }
        #expect(decisions.count >= 6, "\(shown.text)\(doctor.text)")
        for line in decisions {
            let words = line.split(whereSeparator: { !$0.isLetter })
            let isCase = { (word: Substring) in
                word.contains(where: \.isLowercase)
                    && word.dropFirst().contains(where: \.isUppercase)
            }
            #expect(!words.contains(where: isCase) && !line.contains("Holdfast"), "\(line)")
        }
        #expect(shown.text.contains(": goes on\n"), "\(shown.text)")
        #expect(shown.text.contains(": waits: it is not certain enough\n"), "\(shown.text)")
    }
}
