#if Network && Server
import CrashSupport
import Glibc
import HoldfastCore
import Testing

@testable import HoldfastCLI

@Suite("The command line's messages, through a real relay")
struct MessageTests {
    @Test("P5: A message reaches all devices of two people, each once, with what is known of it")
    func everybody() throws {
        let town = try Town()
        let sent = try town.laptop.run("send", "bob", "--json", input: "ten, gate B")
        #expect(sent.status == 0, "\(sent.error)")
        let message = try #require(try sent.object["messages"]?.elements.first)
        #expect(message["state"]?.text == "sent")
        let recipients = message["recipients"]?.elements ?? []
        #expect(Set(recipients.compactMap { $0["deviceName"]?.text }) == ["phone", "desk"])
        #expect(recipients.allSatisfy { $0["grade"]?.text == "A" })
        let inbox = try town.phone.run("inbox", "--json")
        #expect(inbox.status == 0, "\(inbox.error)")
        let line = try inbox.object
        #expect(line["text"]?.text == "ten, gate B")
        #expect(line["message"]?.text == message["message"]?.text)
        #expect(line["contact"]?.text == "ada" && line["deviceName"]?.text == "laptop")
        #expect(line["grade"]?.text == "A" && line["completeness"]?.text == "complete")
        #expect(line["senderStanding"]?.text == "current")
        #expect(line["contactStanding"]?.text == "unverified")
        #expect(try town.phone.run("inbox", "--json").output == "", "shown once")
        #expect(try Town.texts(town.desk) == ["ten, gate B"], "the own other device has it too")
        #expect(try Town.texts(town.laptop).isEmpty)
        let people = try town.phone.run("send", "ada", input: "seen\n\u{1b}[31mred")
        #expect(
            people.status == 0 && people.output.contains("\"laptop\": grade A"), "\(people.output)")
        let shown = try town.desk.run("inbox")
        #expect(shown.output.contains("  seen\n  \\u{1b}[31mred\n"), "\(shown.output)")
    }

    @Test("What is written as JSON has no member that the page lacks, and every one is written")
    func page() throws {
        let town = try Town(hasDesk: false)
        let desk = town.desk
        let made = try Machine(relay: town.url).run("account", "create", "--name", "a", "--json")
        let asked = try desk.run("account", "join", "--account", town.ada, "--json")
        _ = try town.laptop.run("device", "approve", "-", "--yes", input: try asked.text("request"))
        let joined = try desk.run("account", "join", "--account", town.ada, "--json")
        let sent = try town.phone.run("send", "ada", "--json", input: "hello")
        let read = try desk.run("inbox", "--json")
        for (command, outcomes) in [
            ("account create", [made]), ("account join", [asked, joined]), ("send", [sent]),
            ("inbox", [read]),
        ] {
            let names = try outcomes.flatMap { try $0.lines }.reduce(into: Set<String>()) {
                $0.formUnion($1.names)
            }
            let members = try JSONPage.members(of: command)
            #expect(!names.isEmpty && names.isSubset(of: members), "\(command): \(names)")
        }
    }

    @Test("P5: Offline, a message waits with status 9, and the next command sends it")
    func offline() throws {
        let town = try Town(hasDesk: false)
        try town.kill()
        let queued = try town.laptop.run("send", "bob", "--json", input: "later")
        #expect(queued.status == 9, "\(queued.error)")
        #expect(try queued.object["messages"]?.elements.first?["state"]?.text == "waiting")
        #expect(queued.error.contains("nobody answers"), "\(queued.error)")
        #expect(try town.phone.run("inbox").status == 9)
        #expect(try town.laptop.run("send", "bob", input: "second").status == 9)
        try town.startAnew()
        let sent = try town.laptop.run("send", "--waiting", "--json")
        #expect(sent.status == 0, "\(sent.error)")
        #expect(try sent.object["messages"]?.elements.count == 2)
        #expect(try Town.texts(town.phone) == ["later", "second"])
    }

    @Test("P9: What cannot be sent is listed, and given up by its id")
    func dropped() throws {
        let town = try Town(hasDesk: false)
        let nobody = String(repeating: "5", count: 64)
        let queued = try town.laptop.run("send", nobody, "--json", input: "hello")
        #expect(queued.status != 0, "\(queued.output)")
        let message = try #require(try queued.object["messages"]?.elements.first)
        #expect(message["state"]?.text == "stopped" && message["cause"]?.text == "needsPerson")
        let id = try #require(message["message"]?.text)
        #expect(try town.laptop.run("send", "--waiting", "--json").output.contains(id) == false)
        let listed = try town.laptop.run("send", "--list", "--json")
        #expect(listed.status == 0, "\(listed.error)")
        #expect(
            try listed.object["messages"]?.elements.map { $0["message"]?.text } == [id])
        let both = try town.laptop.run("send", "bob", "--drop", id)
        #expect(both.status == 2, "\(both.status)")
        #expect(try town.laptop.run("send", "--drop", "x").status == 5)
        let dropped = try town.laptop.run("send", "--drop", id, "--json")
        #expect(dropped.status == 0, "\(dropped.error)")
        #expect(try dropped.object["messages"]?.elements.first?["state"]?.text == "dropped")
        #expect(try town.laptop.run("send", "--list").output == "")
        let again = try town.laptop.run("send", "--again", id)
        #expect(again.status == 5 && again.error.contains("dropped"), "\(again.error)")
        // One that waits for the relay alone, too.
        try town.kill()
        let late = try town.laptop.run("send", "bob", "--json", input: "too late")
        #expect(late.status == 9, "\(late.error)")
        let other = try #require(
            try late.object["messages"]?.elements.first?["message"]?.text)
        #expect(try town.laptop.run("send", "--drop", other).status == 0)
        try town.startAnew()
        #expect(try town.laptop.run("send", "bob", input: "on time").status == 0)
        #expect(try Town.texts(town.phone) == ["on time"])
        let sent = try town.laptop.run("send", "bob", "--json", input: "more")
        let gone = try #require(
            try sent.object["messages"]?.elements.first?["message"]?.text)
        let refused = try town.laptop.run("send", "--drop", gone)
        #expect(refused.status == 5 && refused.error.contains("was sent"), "\(refused.error)")
    }

    @Test("A device that comes or goes: told to the sender, and left out at once")
    func revoked() throws {
        let town = try Town(hasDesk: false)
        #expect(try town.phone.run("send", "ada", input: "one").status == 0)
        try town.join()
        let told = try town.phone.run("send", "ada", "--json", input: "two")
        #expect(told.status == 0, "\(told.error)")
        let news = try told.object["messages"]?.elements.first?["news"]?.elements ?? []
        #expect(news.compactMap(\.text) == ["\"ada\": device \"desk\" let in"])
        #expect(try Town.texts(town.desk) == ["two"])
        // The desk removes itself, while a message of it waits.
        let id = try town.desk.run("device", "show", "--json").text("device")
        try town.kill()
        #expect(try town.desk.run("send", town.bob, input: "too late").status == 9)
        try town.startAnew()
        let gone = try town.desk.run("device", "revoke", id, "--reason", "retired", "--yes")
        #expect(gone.status == 0, "\(gone.error)")
        let late = try town.desk.run("send", "--waiting")
        #expect(late.status == 7, "\(late.status) \(late.error)")
        #expect(try town.desk.run("inbox").status == 7)
        let after = try town.phone.run("send", "ada", "--json", input: "three")
        let names = try after.object["messages"]?.elements.first?["recipients"]?.elements
            .compactMap { $0["deviceName"]?.text }
        #expect(names == ["laptop"])
        #expect(try Town.texts(town.phone).isEmpty, "a removed device sends nothing")
    }

    @Test("P9: A relay that goes back to an old state is caught by the head that was seen")
    func oldHead() throws {
        let town = try Town(hasDesk: false)
        #expect(try town.phone.run("send", "ada", input: "one").status == 0)
        try town.kill()
        let old = try Files.contents(of: town.relay.folder.path)
        try town.startAnew()
        try town.join()
        #expect(try town.phone.run("send", "ada", input: "two").status == 0)
        try town.kill()
        try Files.replace(town.relay.folder.path, with: old)
        try town.startAnew()
        let caught = try town.phone.run("send", "ada", input: "three")
        #expect(caught.status == 6, "\(caught.status) \(caught.error)")
        #expect(caught.error.contains("was seen before"), "\(caught.error)")
        let shown = try town.laptop.run("device", "list")
        #expect(shown.status == 6, "the own log too: \(shown.error)")
    }

    @Test("Without prekeys nothing is sent, unless the person agrees to grade C")
    func grades() throws {
        let town = try Town(hasDesk: false)
        let asked = try town.desk.run(
            "account", "join", "--account", town.bob, "--name", "tablet", "--json")
        _ = try town.phone.run(
            "device", "approve", "-", "--yes", input: try asked.text("request"))
        // The tablet is in the account and has offered nothing yet.
        let refused = try town.laptop.run("send", "bob", input: "hello")
        #expect(refused.status == 9 && refused.error.contains("prekey"), "\(refused.error)")
        let agreed = try town.laptop.run("send", "--waiting", "--accept-grade-c", "--json")
        #expect(agreed.status == 0, "\(agreed.error)")
        let recipients =
            try agreed.object["messages"]?.elements.first?["recipients"]?.elements ?? []
        let grades = Set(
            recipients.map { "\($0["deviceName"]?.text ?? "") \($0["grade"]?.text ?? "")" })
        #expect(grades == ["phone A", "tablet C"])
        #expect(try Town.texts(town.desk) == ["hello"])
    }

    @Test("Numbers compared, then a message: the contact is verified up to what it names")
    func verified() throws {
        let town = try Town(hasDesk: false)
        let number = try town.laptop.run("device", "verify", "bob", "--json").text("number")
        #expect(try town.phone.run("device", "verify", "ada", "--number", number).status == 0)
        #expect(try town.laptop.run("send", "bob", input: "it is me").status == 0)
        _ = try town.phone.run("inbox")
        let now = try town.phone.run("device", "verify", "ada", "--json")
        #expect(try now.text("standing") == "verified")
    }

    @Test("--follow shows what comes at once, and SIGTERM ends it with status 0")
    func follow() throws {
        let town = try Town(hasDesk: false)
        let (inbox, error) = try town.phone.start(["inbox", "--follow", "--json"])
        #expect(try town.laptop.run("send", "bob", input: "now").status == 0)
        let line = try #require(try inbox.readLine(), "see \(error)")
        #expect(line.contains("\"text\":\"now\""))
        let second = try town.phone.run("inbox")
        #expect(second.status == 9, "one shows an inbox at a time")
        inbox.signal(SIGTERM)
        #expect(try inbox.wait() == .exit(0), "see \(error)")
        #expect(try town.phone.run("inbox", "--json").output == "")
    }

    @Test("P9: A history that is gone is said, and an empty one made only when a person agrees")
    func lostHistory() throws {
        let town = try Town(hasDesk: false)
        #expect(try town.laptop.run("send", "bob", input: "one").status == 0)
        #expect(try Town.texts(town.phone) == ["one"])
        let devices = town.phone.folder.path + "/state/devices"
        for device in try Files.names(in: devices) {
            Files.remove(devices + "/" + device + "/history")
        }
        let lost = try town.phone.run("inbox")
        #expect(lost.status == 6 && lost.error.contains("is gone"), "\(lost.error)")
        #expect(try town.phone.run("inbox", "--accept-history").status == 0)
        #expect(try town.laptop.run("send", "bob", input: "two").status == 0)
        #expect(try Town.texts(town.phone).contains("two"))
    }
}
#endif
