import HoldfastCrypto
import Testing

@testable import HoldfastCLI

/// Devices of an account at the command line: two machines and a file that they share.
@MainActor
@Suite("Devices at the command line")
struct DeviceCommandTests {
    private let world = DeviceWorld()

    private func devices(on place: Workplace) async -> String {
        await world.device("list", on: place).text
    }

    @Test("P7: a vault becomes a device once; again says so and changes nothing")
    func first() async throws {
        let nobody = await world.first.run("device", "show")
        #expect(nobody.status == 1 && nobody.error.contains("device init"))
        let account = try await world.begin("laptop", on: world.first)
        let shown = await world.device("show", "--json", on: world.first)
        #expect(shown.status == 0)
        #expect(shown.text.contains("\"account\":\"\(account)\""))
        #expect(shown.text.contains("\"state\":\"proceed\""))
        #expect(shown.text.contains("\"signingGrade\":\"software\""))
        let before = try world.bytes
        let again = await world.device("init", on: world.first)
        #expect(again.status == 5 && again.error.contains("a device already"))
        #expect(try world.bytes == before)
        #expect(await devices(on: world.first).split(separator: "\n").count == 2)
    }

    @Test("The vault remembers its directory; without one init is a usage error")
    func places() async throws {
        #expect(await world.first.run("device", "init").status == 2)
        #expect(await world.first.run("device", "init", "--directory", "").status == 5)
        let nowhere = await world.first.run("device", "init", "--directory", "/nowhere/at/all")
        #expect(nowhere.status == 9 && nowhere.error.contains("no such file"))
        try await world.begin("laptop", on: world.first)
        #expect(await world.first.run("device", "list").status == 0)
        let other = await world.first.run("device", "list", "--directory", world.path + "2")
        #expect(other.status == 9 && other.error.contains("no such file"), "\(other.error)")
    }

    @Test("A device is let in only by its own request, compared by its digits")
    func joining() async throws {
        let account = try await world.begin("laptop", on: world.first)
        let asked = await world.device(
            "request", "--account", account, "--name", "desk", "--json", on: world.second)
        #expect(asked.status == 0, "\(asked.error)")
        let text = try DeviceWorld.member("request", of: asked)
        let digits = try DeviceWorld.member("comparison", of: asked)
        let before = try world.bytes
        let wrong = String(digits.dropLast()) + (digits.last == "0" ? "1" : "0")
        let refused = await world.device(
            "approve", text, "--comparison", wrong, on: world.first)
        #expect(refused.status == 6 && refused.error.contains("digits differ"))
        #expect(await world.device("approve", text, on: world.first, terminal: ["n"]).status == 4)
        #expect(await world.device("approve", text, on: world.first).status == 4)
        let cut = String(text.dropLast(8))
        #expect(await world.device("approve", cut, on: world.first, terminal: ["y"]).status == 5)
        #expect(try world.bytes == before)
        #expect(await world.device("show", on: world.second).status == 1)
        #expect(await world.device("approve", text, on: world.first, terminal: ["y"]).status == 0)
        #expect(await world.device("show", on: world.second).status == 0)
        let (here, there) = (await devices(on: world.first), await devices(on: world.second))
        for list in [here, there] {
            #expect(list.contains("laptop") && list.contains("desk"))
            #expect(list.contains("\"laptop\""), "who let it in")
        }
        #expect(here != there, "each marks its own")
        // Again is no harm, and the other's own request is answered with what it is.
        #expect(await world.device("approve", text, on: world.first, terminal: ["y"]).status == 0)
        #expect(await world.device("request", on: world.second).status == 0)
    }

    @Test("A request that the account has overtaken is made again, with the same keys")
    func overtaken() async throws {
        let account = try await world.begin("laptop", on: world.first)
        let words = ["request", "--account", account, "--name", "desk", "--json"]
        let old = await world.device(
            words[0], words[1], words[2], words[3], words[4], words[5], on: world.second)
        #expect(await world.device("rename", "kitchen", on: world.first).status == 0)
        let late = await world.device(
            "approve", try DeviceWorld.member("request", of: old), "--yes", on: world.first)
        #expect(late.status == 5 && late.error.contains("has changed since"), "\(late.error)")
        let new = await world.device(
            words[0], words[1], words[2], words[3], words[4], words[5], on: world.second)
        #expect(try DeviceWorld.member("device", of: new) == DeviceWorld.member("device", of: old))
        let approved = await world.device(
            "approve", try DeviceWorld.member("request", of: new), "--yes", on: world.first)
        #expect(approved.status == 0, "\(approved.error)")
        #expect(await world.device("show", on: world.second).status == 0)
    }

    @Test("An unknown account, and one that is no id, are told apart")
    func unknownAccount() async throws {
        try await world.begin("laptop", on: world.first)
        let stranger = await world.device(
            "request", "--account", String(repeating: "a", count: 64), on: world.second)
        #expect(stranger.status == 5 && stranger.error.contains("does not know the account"))
        let none = await world.device("request", "--account", "abc", on: world.second)
        #expect(none.status == 5 && none.error.contains("no account's id"))
        #expect(await world.device("request", on: world.second).status == 2)
    }

    @Test("New keys and another name come in the old place, and the others see it")
    func replacing() async throws {
        let account = try await world.begin("laptop", on: world.first)
        try await world.join("desk", world.second, account: account, approvedOn: world.first)
        let old = try await world.id(of: world.first)
        let replaced = await world.device("replace", "--json", on: world.first)
        #expect(replaced.status == 0, "\(replaced.error)")
        #expect(try await world.id(of: world.first) != old)
        let renamed = await world.device("rename", "kitchen", "--json", on: world.first)
        #expect(
            try DeviceWorld.member("slot", of: renamed)
                == DeviceWorld.member("slot", of: replaced))
        #expect(await devices(on: world.second).contains("kitchen"))
        #expect(await world.device("rename", "", on: world.first).status == 5)
        #expect(await world.device("rename", "a\nb", on: world.first).status == 5)
    }

    @Test("A device removes itself by its own word, and says so from then on")
    func leaving() async throws {
        let account = try await world.begin("laptop", on: world.first)
        try await world.join("desk", world.second, account: account, approvedOn: world.first)
        let id = try await world.id(of: world.second)
        #expect(await world.device("revoke", id, "--yes", on: world.second).status == 2)
        let revoked = await world.device(
            "revoke", id, "--reason", "retired", "--yes", on: world.second)
        #expect(revoked.status == 0, "\(revoked.error)")
        let shown = await world.device("show", "--json", on: world.second)
        #expect(shown.status == 7 && shown.text.contains("\"state\":\"revoked\""))
        #expect(await devices(on: world.first).contains("removed (retired)"))
        #expect(await world.device("rename", "x", on: world.second).status == 7)
        let twice = await world.device(
            "revoke", id, "--reason", "retired", "--yes", on: world.first)
        #expect(twice.status == 5 && twice.error.contains("removed already"))
    }

    @Test("Without a key for its person a device removes no other, and says what is missing")
    func noPresence() async throws {
        let account = try await world.begin("laptop", on: world.first)
        try await world.join("desk", world.second, account: account, approvedOn: world.first)
        let id = try await world.id(of: world.second)
        let before = try world.bytes
        let refused = await world.device(
            "revoke", id, "--reason", "lost", "--yes", on: world.first)
        #expect(refused.status == 5 && refused.error.contains("--new-presence-key"))
        #expect(
            await world.device("revoke", "abc", "--reason", "lost", on: world.first).status == 5)
        #expect(try world.bytes == before)
    }

    @Test("With a passcode a device removes another one, but never the last other one")
    func removing() async throws {
        let third = Workplace()
        let account = try await world.begin("laptop", on: world.first, passcode: "p")
        try await world.join(
            "desk", world.second, account: account, approvedOn: world.first, approverPasscode: "p")
        let last = await world.device(
            "revoke", try await world.id(of: world.second), "--reason", "lost", "--yes",
            on: world.first, terminal: ["p"])
        #expect(last.status == 5 && last.error.contains("does not let"), "\(last.error)")
        try await world.join(
            "phone", third, account: account, approvedOn: world.first, approverPasscode: "p")
        let id = try await world.id(of: third)
        let nobody = await world.device("revoke", id, "--reason", "lost", "--yes", on: world.first)
        #expect(nobody.status == 4, "\(nobody.error)")
        let wrong = await world.device(
            "revoke", id, "--reason", "lost", "--yes", on: world.first, terminal: ["q"])
        #expect(wrong.status == 4, "\(wrong.error)")
        let removed = await world.device(
            "revoke", id, "--reason", "lost", "--yes", on: world.first, terminal: ["p"])
        #expect(removed.status == 0, "\(removed.error)")
        #expect(await devices(on: world.second).contains("removed (lost)"))
        #expect(await world.device("show", on: third).status == 7)
        _ = await world.first.run("lock", "--all")
    }

    @Test("A device in another's place waits: the one that was put out can undo it")
    func objecting() async throws {
        let third = Workplace()
        let account = try await world.begin("laptop", on: world.first, passcode: "p")
        try await world.join(
            "desk", world.second, account: account, approvedOn: world.first, approverPasscode: "p")
        let old = try await world.id(of: world.second)
        let asked = await world.device(
            "request", "--account", account, "--replace", String(old.prefix(8)), "--reason", "lost",
            "--json", on: third)
        #expect(asked.status == 0, "\(asked.error)")
        let approved = await world.device(
            "approve", try DeviceWorld.member("request", of: asked), "--yes", on: world.first,
            terminal: ["p"])
        #expect(approved.status == 0, "\(approved.error)")
        #expect(await world.device("show", on: third).status == 0)
        let list = await devices(on: world.first)
        #expect(list.contains("waiting") && list.contains("device veto 2"), "\(list)")
        let waiting = await world.device("show", "--json", on: world.second)
        #expect(waiting.status == 7 && waiting.text.contains("\"state\":\"removalWaits\""))
        #expect(await world.device("rename", "x", on: world.second).status == 7)
        // Its maker cannot say that it is right before the time is over.
        let early = await world.device("confirm", "2", on: world.first)
        #expect(early.status == 5 && early.error.contains("not over"), "\(early.error)")
        #expect(await world.device("veto", "9", on: world.second).status == 5)
        let undone = await world.device("veto", "2", on: world.second)
        #expect(undone.status == 0, "\(undone.error)")
        #expect(await world.device("show", on: world.second).status == 0)
        #expect(await devices(on: world.first).contains("desk"))
        _ = await world.first.run("lock", "--all")
    }

    @Test("P1: a locked vault says so, and no device is made or given up")
    func locked() async throws {
        let account = try await world.begin("laptop", on: world.first, passcode: "p")
        _ = await world.first.run("lock", "--all")
        let before = try world.bytes
        for words in [["show"], ["list"], ["replace"], ["rename", "x"], ["init", "--start-anew"]] {
            let outcome = await world.first.run(
                (["device"] + words).map { Array($0.utf8) }, terminal: ScriptedTerminal(nil))
            #expect(outcome.status == 3, "\(words): \(outcome.error)")
        }
        #expect(try world.bytes == before)
        #expect(await world.first.run("unlock", terminal: ["p"]).status == 0)
        let shown = await world.device("show", "--json", on: world.first)
        #expect(shown.status == 0 && shown.text.contains(account))
        _ = await world.first.run("lock", "--all")
    }
}
