#if Network && Server
import CrashSupport
import Glibc
import HoldfastCore
import Testing

@testable import HoldfastCLI

@Suite("The command line's backup at a real relay")
struct RelayBackupTests {
    @Test("P2: On, now, status, verify and export, with the backup at the account's relay")
    func backup() throws {
        let town = try Town(hasDesk: false)
        #expect(try town.phone.run("send", "ada", input: "ten, gate B").status == 0)
        #expect(try Town.texts(town.laptop) == ["ten, gate B"])
        #expect(try town.laptop.run("set", "kept", input: "precious").status == 0)
        let on = try town.backUp()
        #expect(on.status == 0, "\(on.error)")
        #expect(try on.object["messages"]?.whole == 1 && on.object["items"]?.whole == 1)
        let now = try town.laptop.run("backup", "now", "--json")
        #expect(now.status == 0, "\(now.error)")
        #expect(try now.object["generation"]?.whole == 2)
        #expect(try now.text("lineage") == on.text("lineage"))
        let sent = try #require(try now.object["sentBytes"]?.whole)
        #expect(sent < (try #require(try on.object["sentBytes"]?.whole)))
        let status = try town.laptop.run("backup", "status", "--json")
        #expect(status.status == 0, "\(status.error)")
        #expect(try status.text("state") == "good" && status.text("place") == "relay")
        let verified = try town.laptop.run("backup", "verify", "--json")
        #expect(verified.status == 0, "\(verified.error)")
        let file = town.laptop.folder.path + "/export.hfb"
        let exported = try town.laptop.run("backup", "export", "--to", file, "--json")
        #expect(exported.status == 0, "\(exported.error)")
        let tested = try town.laptop.run("phrase verify --json", phrase: Words.adas)
        #expect(tested.status == 0, "\(tested.error)")
        #expect(try tested.text("lineage") == on.text("lineage"))
        let elsewhere = try Town.newMachine().run(
            "phrase verify --from \(file)", phrase: Words.adas)
        #expect(elsewhere.status == 0, "\(elsewhere.error)")
        for (command, outcome) in [
            ("backup on", on), ("backup now", now), ("backup status", status),
            ("backup verify", verified), ("backup export", exported), ("phrase verify", tested),
        ] {
            let lacking = try outcome.object.names.subtracting(JSONPage.members(of: command))
            #expect(lacking.isEmpty, "\(command): \(lacking)")
        }
    }

    @Test("The words alone are tested at a relay, from a machine that is nobody's")
    func phrase() throws {
        let town = try Town(hasDesk: false)
        let line = "phrase verify --relay \(town.url)"
        let machine = try Town.newMachine()
        let early = try machine.run(line, phrase: Words.adas)
        #expect(early.status == 5 && early.error.contains("no backup"), "\(early.error)")
        _ = try town.backUp()
        let found = try machine.run(line + " --json", phrase: Words.adas)
        #expect(found.status == 0, "\(found.error)")
        #expect(try found.text("account") == town.ada)
        #expect(try machine.run(line, phrase: Words.others).status == 5)
        let slip = try machine.run(line, phrase: Words.adas.replacing("about", with: "zoo"))
        #expect(slip.status == 4, "\(slip.error)")
        #expect(access(machine.folder.path + "/vault", F_OK) != 0, "nothing was made")
        try town.kill()
        let down = try machine.run(line, phrase: Words.adas)
        #expect(down.status == 9 && down.error.contains("nobody answers"), "\(down.error)")
    }

    @Test("P2: A relay that is down keeps the backup from being made, and the one before stays")
    func down() throws {
        let town = try Town(hasDesk: false)
        #expect(try town.backUp().status == 0)
        try town.kill()
        let now = try town.laptop.run("backup", "now")
        #expect(now.status == 9, "\(now.status) \(now.error)")
        let status = try town.laptop.run("backup", "status", "--json")
        #expect(status.status == 0, "the last good one is young")
        let restore = "backup restore --relay \(town.url) --yes"
        let machine = try Town.newMachine()
        #expect(try machine.run(restore, phrase: Words.adas).status == 9)
        try town.startAnew()
        let back = try machine.run(restore, phrase: Words.adas)
        #expect(back.status == 0, "\(back.error)")
    }
}

extension JSONValue {
    /// A whole number.
    var whole: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }
}
#endif
