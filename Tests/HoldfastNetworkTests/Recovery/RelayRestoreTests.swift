#if Network && Server
import CrashSupport
import Glibc
import HoldfastCore
import Testing

@testable import HoldfastCLI

@Suite("The command line's new machine, by the words alone")
struct RelayRestoreTests {
    @Test("P2, P7, P9: Old machine gone, twelve words: content, place and contacts; all are told")
    func newMachine() throws {
        let town = try Town()
        let number = try town.laptop.run("device", "verify", "bob", "--json").text("number")
        #expect(
            try town.laptop.run("device", "verify", "bob", "--number", number).status == 0)
        #expect(try town.phone.run("device", "verify", "ada", "--number", number).status == 0)
        #expect(try town.phone.run("send", "ada", input: "before").status == 0)
        #expect(try Town.texts(town.laptop) == ["before"])
        #expect(try town.laptop.run("set", "kept", input: "precious").status == 0)
        #expect(try town.backUp().status == 0)
        let own = ["set", "bound", "--accessible", "whenUnlockedThisDeviceOnly"]
        #expect(try town.laptop.run(own, input: "here only").status == 0)
        let lost = try town.laptop.run("device", "show", "--json")
        // It is on its way to the machine that is lost.
        #expect(try town.phone.run("send", "ada", input: "on its way").status == 0)
        let machine = try Town.newMachine()
        let line = "backup restore --relay \(town.url) --yes --json"
        let several = try machine.run(line, phrase: Words.adas)
        #expect(several.status == 5 && several.error.contains("--lost"), "\(several.error)")
        let id = try lost.text("device")
        let back = try machine.run(line + " --lost \(id)", phrase: Words.adas)
        #expect(back.status == 0, "\(back.error)")
        #expect(!back.error.contains("no prekeys"), "\(back.error)")
        #expect(back.error.contains("your contacts are told"), "\(back.error)")
        #expect(try back.text("replaces") == id)
        #expect(try back.object["restored"]?["messages"]?.whole == 1)
        #expect(
            try back.object.names.isSubset(of: JSONPage.members(of: "backup restore")))
        #expect(try machine.item("kept") == "precious")
        #expect(try machine.run("get", "bound").status == 1)
        let shown = try machine.run("device", "show", "--json")
        #expect(try shown.text("slot") == lost.text("slot"))
        #expect(try shown.text("account") == town.ada)
        try expectTold(town, machine, lost: id)
        // What was on its way comes after all.
        #expect(try town.phone.run("inbox").status == 0)
        #expect(try Set(Town.texts(machine)) == ["told", "on its way"])
        #expect(try machine.run("send", "bob", input: "from the new one").status == 0)
        #expect(try Town.texts(town.phone) == ["from the new one"])
    }

    /// The other device, the contact and the machine that was lost know of it; Bob stays verified.
    private func expectTold(_ town: Town, _ machine: Machine, lost id: String) throws {
        let contact = try machine.run("device", "verify", "bob", "--json")
        #expect(contact.status == 0)
        let standing = try contact.text("standing")
        #expect(["verified", "verifiedNumbers"].contains(standing), "\(contact.output)")
        let dead = try town.laptop.run("backup", "now")
        #expect(dead.status == 7, "\(dead.status) \(dead.error)")
        let list = try town.desk.run("device", "list", "--json")
        let devices = try list.object["devices"]?.elements ?? []
        let out = try #require(devices.first { $0["device"]?.text == id })
        guard case .bool(false) = out["isActive"] else {
            Issue.record("the lost machine is in the account: \(list.output)")
            return
        }
        #expect(try list.object["waiting"]?.elements.isEmpty == false, "the desk can object")
        let told = try town.phone.run("send", "ada", "--json", input: "told")
        #expect(told.status == 0, "\(told.error)")
        let news = try told.object["messages"]?.elements.first?["news"]?.elements ?? []
        #expect(
            news.contains { $0.text?.contains("recovery phrase") == true }, "\(told.output)")
        let known = try town.phone.run("device", "verify", "ada", "--json")
        #expect(known.status == 0, "\(known.output)")
        guard case .bool(true) = try known.object["isRecoveryPending"] else {
            Issue.record("\(known.output)")
            return
        }
    }

    @Test("P2: Killed at any moment and run again, the restore ends with all of it, once")
    func kills() throws {
        var random = Rounds.generator(88)
        for _ in 0..<Rounds.count(short: 3, full: 40) {
            // One of its own: an account takes only so many changes that can still be objected to.
            let town = try Self.backedUp()
            let machine = try Town.newMachine()
            let words = [
                "backup", "restore", "--relay", town.url, "--yes", "--json", "--phrase-fd", "0",
            ]
            for _ in 0..<4 {
                let (process, _) = try machine.start(words)
                try process.write(Words.adas)
                process.closeInput()
                usleep(UInt32.random(in: 0..<1_500_000, using: &random))
                process.signal(SIGKILL)
                try process.wait()
            }
            let back = try machine.run(words, input: Words.adas)
            #expect(back.status == 0, "\(back.error) \(Rounds.note)")
            try Self.expectAll(of: town, on: machine)
        }
    }

    private static let names = ["one", "two", "three"]

    /// A town whose laptop is backed up, with three messages and three items.
    private static func backedUp() throws -> Town {
        let town = try Town(hasDesk: false)
        for name in names {
            #expect(try town.phone.run("send", "ada", input: "message \(name)").status == 0)
            #expect(try town.laptop.run("set", name, input: "value of \(name)").status == 0)
        }
        #expect(try Town.texts(town.laptop).count == names.count)
        #expect(try town.backUp().status == 0)
        return town
    }

    private static func expectAll(of town: Town, on machine: Machine) throws {
        for name in names {
            #expect(try machine.item(name) == "value of \(name)", "\(Rounds.note)")
        }
        let now = try machine.run("backup", "now", "--json")
        #expect(now.status == 0, "\(now.error) \(Rounds.note)")
        #expect(try now.object["messages"]?.whole == names.count, "\(Rounds.note)")
        let devices = try machine.run("device", "list", "--json").object["devices"]
        let active = (devices?.elements ?? []).filter {
            if case .bool(true) = $0["isActive"] { true } else { false }
        }
        #expect(active.count == 1, "\(Rounds.note)")
        #expect(try Town.texts(machine).isEmpty, "what was shown is not shown again")
    }

    @Test("P2: Somebody else's words bring nothing of Ada's, and nothing is made")
    func otherWords() throws {
        let town = try Town(hasDesk: false)
        #expect(try town.laptop.run("set", "kept", input: "precious").status == 0)
        #expect(try town.backUp().status == 0)
        let machine = try Town.newMachine()
        let line = "backup restore --relay \(town.url) --yes"
        let none = try machine.run(line, phrase: Words.others)
        #expect(none.status == 5, "\(none.error)")
        #expect(access(machine.folder.path + "/vault", F_OK) != 0, "nothing was made")
        // Bob's words find Bob's backup, whoever types them.
        let bobs = try town.phone.run(
            "backup on --accept-loss --json", phrase: Words.others)
        #expect(bobs.status == 0, "\(bobs.error)")
        let found = try machine.run(
            "phrase verify --relay \(town.url) --json", phrase: Words.others)
        #expect(try found.text("account") == town.bob, "\(found.error)")
        // Ada's laptop is a device of hers, and none of Bob's account.
        let mixed = try town.laptop.run(line, phrase: Words.others)
        #expect(mixed.status == 5, "\(mixed.status) \(mixed.error)")
        #expect(try town.laptop.item("kept") == "precious")
        #expect(try town.laptop.run("device", "show", "--json").text("account") == town.ada)
        #expect(try town.phone.run("device", "show").status == 0)
    }

    @Test("P2: A vault that holds messages is left alone, and --keep loses nothing of it")
    func occupied() throws {
        let town = try Town(hasDesk: false)
        #expect(try town.phone.run("send", "ada", input: "Ada's").status == 0)
        #expect(try Town.texts(town.laptop) == ["Ada's"])
        #expect(try town.laptop.run("set", "name", input: "theirs").status == 0)
        #expect(try town.backUp().status == 0)
        try town.join()
        #expect(try town.phone.run("send", "ada", input: "both").status == 0)
        #expect(try Town.texts(town.desk) == ["both"])
        #expect(try town.desk.run("set", "name", input: "mine").status == 0)
        let line = "backup restore --data-only --yes --json"
        let refused = try town.desk.run(line, phrase: Words.adas)
        #expect(refused.status == 9 && refused.error.contains("--keep"), "\(refused.error)")
        #expect(try town.desk.item("name") == "mine")
        let kept = try town.desk.run(line + " --keep", phrase: Words.adas)
        #expect(kept.status == 0, "\(kept.error)")
        let items = try kept.object["keptItems"]?.elements ?? []
        #expect(items.compactMap { $0["name"]?.text } == ["name"])
        #expect(try town.desk.item("name") == "mine")
        let on = try town.desk.run("backup on --accept-loss --json", phrase: Words.adas)
        #expect(on.status == 0, "\(on.error)")
        #expect(try on.object["messages"]?.whole == 2, "\(on.output)")
    }
}
#endif
