#if Network && Server
import CrashSupport
import Glibc
import HoldfastCore
import Testing

@testable import HoldfastCLI

@Suite("The command line's old and new machine at hand, through a real relay")
struct TransferTests {
    /// Ada's laptop with a message and an item, and a desk that is in the account and empty.
    private static func town() throws -> Town {
        let town = try Town(hasDesk: false)
        #expect(try town.phone.run("send", "ada", input: "before").status == 0)
        #expect(try Town.texts(town.laptop) == ["before"])
        #expect(try town.laptop.run("set", "kept", input: "precious").status == 0)
        let own = ["set", "bound", "--accessible", "whenUnlockedThisDeviceOnly"]
        #expect(try town.laptop.run(own, input: "here only").status == 0)
        try town.join()
        return town
    }

    private static func begin(_ town: Town) throws -> Machine.Outcome {
        let begun = try town.laptop.run("device", "transfer", "--json")
        #expect(begun.status == 1, "\(begun.error)")
        #expect(try begun.text("state") == "waiting")
        return begun
    }

    /// How many messages a machine has, by a backup of it.
    private static func messageCount(_ machine: Machine) throws -> Int? {
        let file = machine.folder.path + "/count.hfb"
        let on = try machine.run(
            "backup on --to \(file) --accept-loss --json", phrase: Words.adas)
        #expect(on.status == 0, "\(on.error)")
        return try on.object["messages"]?.whole
    }

    @Test("P2, P7: The history goes to the new device, verified; the old one keeps all it has")
    func handedOver() throws {
        let town = try Self.town()
        let begun = try Self.begin(town)
        #expect(try begun.text("name") == "desk" && begun.text("place") == "relay")
        #expect(try !begun.text("ticket").contains("precious"))
        // Said again, it is the same one.
        let again = try Self.begin(town)
        #expect(try again.text("ticket") == begun.text("ticket"))
        let taken = try town.desk.run(
            "device", "transfer", "--take", "-", "--comparison", try begun.text("comparison"),
            "--json", input: try begun.text("ticket"))
        #expect(taken.status == 0, "\(taken.error)")
        #expect(try taken.object["restored"]?["messages"]?.whole == 1)
        #expect(try town.desk.item("kept") == "precious")
        #expect(try town.desk.item("bound") == nil, "what belongs to one device stays on it")
        let told = try town.laptop.run("device", "transfer", "--json")
        #expect(told.status == 0, "\(told.error)")
        #expect(try told.text("state") == "taken")
        #expect(try town.laptop.item("kept") == "precious")
        #expect(try town.laptop.item("bound") == "here only")
        #expect(try Self.messageCount(town.desk) == 1)
        // Both are devices of the account, and what was sent is gone from the relay.
        #expect(try town.laptop.run("device", "show").status == 0)
        #expect(try town.desk.run("device", "show").status == 0)
        let late = try town.desk.run(
            "device", "transfer", "--take", try begun.text("ticket"), "--yes", "--keep")
        #expect(late.status == 5 && late.error.contains("taken, or given up"), "\(late.error)")
        for outcome in [begun, taken, told] {
            let lacking = try outcome.object.names.subtracting(
                JSONPage.members(of: "device transfer"))
            #expect(lacking.isEmpty, "\(lacking)")
        }
    }

    @Test("--wait stays until the new device has it, and shows what to scan first")
    func waiting() throws {
        let town = try Self.town()
        let (old, _) = try town.laptop.start(
            ["device", "transfer", "--wait", "120", "--json"])
        old.closeInput()
        let line = try #require(try old.readLine())
        let begun = Machine.Outcome(status: 1, output: line, error: "")
        let taken = try town.desk.run(
            "device", "transfer", "--take", try begun.text("ticket"), "--comparison",
            try begun.text("comparison"))
        #expect(taken.status == 0, "\(taken.error)")
        #expect(taken.output.contains("restored: 1 message"), "\(taken.output)")
        #expect(try old.readLines().contains { $0.contains("\"taken\"") })
        #expect(try old.wait() == .exit(0))
        let short = try town.laptop.run("device", "transfer", "--wait", "1")
        #expect(short.status == 1 && short.error.contains("not taken it yet"), "\(short.error)")
        #expect(short.output.contains("HOLDFAST:"), "\(short.output)")
    }

    @Test("Other digits, another device's text and a cut text take nothing")
    func refusals() throws {
        let town = try Self.town()
        let begun = try Self.begin(town)
        let (text, digits) = (try begun.text("ticket"), try begun.text("comparison"))
        let wrong = digits.replacing("1", with: "2").replacing("3", with: "4")
        let differ = try town.desk.run(
            "device", "transfer", "--take", text, "--comparison", wrong)
        #expect(differ.status == 6, "\(differ.error)")
        let foreign = try town.phone.run("device", "transfer", "--take", text, "--yes")
        #expect(foreign.status == 5 && foreign.error.contains("another device"), "\(foreign.error)")
        let own = try town.laptop.run("device", "transfer", "--take", text, "--yes")
        #expect(own.status == 5, "\(own.error)")
        let cut = try town.desk.run(
            "device", "transfer", "--take", String(text.dropLast(8)), "--yes")
        #expect(cut.status == 5, "\(cut.error)")
        // A letter of its end is the signature's.
        let end = text.last == "A" ? "Q" : "A"
        let forged = try town.desk.run(
            "device", "transfer", "--take", text.dropLast(10) + end + text.suffix(9), "--yes")
        #expect([5, 6].contains(forged.status), "\(forged.error)")
        #expect(try town.desk.item("kept") == nil)
        for line in [
            "device transfer --take X --anew", "device transfer --comparison 1",
            "device transfer --give-up --anew", "device transfer 12345678 --take X",
        ] {
            #expect(try town.laptop.run(line.split(separator: " ").map(String.init)).status == 2)
        }
        // None of it has told the old device anything.
        #expect(try town.laptop.run("device", "transfer", "--json").status == 1)
    }

    @Test("P2: A transfer is given up or sent anew, and the text of before opens nothing")
    func givenUp() throws {
        let town = try Self.town()
        let begun = try Self.begin(town)
        #expect(try town.laptop.run("set", "later", input: "new").status == 0)
        let anew = try town.laptop.run("device", "transfer", "--anew", "--json")
        #expect(anew.status == 1, "\(anew.error)")
        let old = try town.desk.run(
            "device", "transfer", "--take", try begun.text("ticket"), "--yes")
        #expect(old.status == 5 && old.error.contains("given up"), "\(old.error)")
        let taken = try town.desk.run(
            "device", "transfer", "--take", try anew.text("ticket"), "--yes")
        #expect(taken.status == 0, "\(taken.error)")
        #expect(try town.desk.item("later") == "new")
        #expect(try town.laptop.run("device", "transfer").status == 0)
        _ = try Self.begin(town)
        #expect(try town.laptop.run("device", "transfer", "--give-up").status == 0)
        let none = try town.laptop.run("device", "transfer", "--give-up")
        #expect(none.error.contains("no transfer is under way"), "\(none.error)")
    }

    @Test("P2: A new device that holds messages keeps them; without --keep nothing is taken")
    func occupied() throws {
        let town = try Self.town()
        #expect(try town.phone.run("send", "ada", input: "both").status == 0)
        #expect(try Town.texts(town.desk) == ["both"])
        let begun = try Self.begin(town)
        let line = ["device", "transfer", "--take", try begun.text("ticket"), "--yes"]
        let refused = try town.desk.run(line)
        #expect(refused.status == 9 && refused.error.contains("--keep"), "\(refused.error)")
        #expect(try town.desk.item("kept") == nil)
        #expect(try town.laptop.run("device", "transfer").status == 1, "nobody says it was taken")
        let kept = try town.desk.run(line + ["--keep"])
        #expect(kept.status == 0, "\(kept.error)")
        #expect(try Self.messageCount(town.desk) == 2)
        #expect(try town.laptop.run("device", "transfer").status == 0)
    }

    @Test("P2: The relay down: nothing is lost on either side, and the same commands go on")
    func down() throws {
        let town = try Self.town()
        try town.kill()
        #expect(try town.laptop.run("device", "transfer").status == 9)
        try town.startAnew()
        let begun = try Self.begin(town)
        try town.kill()
        let line = ["device", "transfer", "--take", try begun.text("ticket"), "--yes"]
        #expect(try town.desk.run(line).status == 9)
        #expect(try town.laptop.run("device", "transfer").status == 9)
        try town.startAnew()
        #expect(try town.desk.run(line).status == 0)
        #expect(try town.laptop.run("device", "transfer").status == 0)
    }

    @Test("P2, P5: Either side killed at any moment and run again: all of it arrives, once")
    func kills() throws {
        var random = Rounds.generator(89)
        for _ in 0..<Rounds.count(short: 2, full: 25) {
            let town = try Self.town()
            for _ in 0..<3 {
                try Self.kill(town.laptop, ["device", "transfer"], &random)
            }
            let begun = try Self.begin(town)
            let line = ["device", "transfer", "--take", try begun.text("ticket"), "--yes"]
            for _ in 0..<3 { try Self.kill(town.desk, line, &random) }
            for _ in 0..<2 {
                let taken = try town.desk.run(line)
                #expect(taken.status == 0, "\(taken.error) \(Rounds.note)")
            }
            for _ in 0..<2 {
                try Self.kill(town.laptop, ["device", "transfer", "--wait", "5"], &random)
            }
            // One that came to its end has forgotten the transfer, and would begin another.
            let told = try town.laptop.run("device", "transfer", "--give-up")
            #expect([0, 5, 8].contains(told.status), "\(told.error) \(Rounds.note)")
            #expect(try town.desk.item("kept") == "precious", "\(Rounds.note)")
            #expect(try Self.messageCount(town.desk) == 1, "\(Rounds.note)")
            #expect(try town.laptop.item("kept") == "precious")
            #expect(try Self.messageCount(town.laptop) == 1, "\(Rounds.note)")
        }
    }

    private static func kill(
        _ machine: Machine, _ words: [String], _ random: inout some RandomNumberGenerator
    ) throws {
        let (process, _) = try machine.start(words)
        process.closeInput()
        usleep(UInt32.random(in: 0..<1_200_000, using: &random))
        process.signal(SIGKILL)
        try process.wait()
    }
}
#endif
