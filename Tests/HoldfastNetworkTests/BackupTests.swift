#if Network && Server
import CrashSupport
import Glibc
import HoldfastCore
import Testing

@testable import HoldfastCLI

/// Backups at a relay, and the new phone that has nothing but the words.
@Suite("The command line's backups at a relay")
struct BackupTests {
    // Of the BIP-39 test vectors: they protect nothing.
    private static let words =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    private static let otherWords =
        "legal winner thank year wave sausage worth useful legal winner thank yellow"

    /// A town in which Bob has written to Ada, whose laptop is backed up.
    private static func town() throws -> Town {
        let town = try Town(hasDesk: false)
        #expect(try town.phone.run("send", "ada", input: "before").status == 0)
        #expect(try Town.texts(town.laptop) == ["before"])
        #expect(try town.laptop.run("set", "kept", input: "precious").status == 0)
        let bound = ["set", "bound", "--accessible", "whenUnlockedThisDeviceOnly"]
        #expect(try town.laptop.run(bound, input: "here only").status == 0)
        let on = try town.laptop.run(
            "backup", "on", "--accept-loss", "--phrase-fd", "0", input: words)
        #expect(on.status == 0, "\(on.error)")
        return town
    }

    private static func restore(
        _ machine: Machine, words: String = words, _ more: String...
    ) throws -> Machine.Outcome {
        try machine.run(
            ["backup", "restore", "--yes", "--json", "--phrase-fd", "0"] + more, input: words)
    }

    @Test("The words alone bring account, messages and items to a new machine, and contacts go on")
    func newPhone() throws {
        let town = try Self.town()
        #expect(try town.laptop.run("backup", "status").status == 0)
        #expect(try town.laptop.run("backup", "verify").status == 0)
        let verified = try town.laptop.run("phrase", "verify", "--phrase-fd", "0", input: Self.words)
        #expect(verified.status == 0, "\(verified.error)")
        // What is sent from now on is sealed to a device that is gone.
        #expect(try town.phone.run("send", "ada", input: "on its way").status == 0)
        let new = try Machine(relay: town.url)
        let restored = try Self.restore(new)
        #expect(restored.status == 0, "\(restored.error)")
        #expect(try restored.text("account") == town.ada)
        #expect(try restored.object["isConfirmed"].map { "\($0)" }?.contains("true") == true)
        #expect(try new.run("get", "kept").output == "precious\n")
        #expect(try new.run("get", "bound").status == 1)
        let shown = try new.run("device", "show", "--json")
        #expect(try shown.text("name") == "laptop")
        // Both directions go on; what was on its way comes anew, and nothing twice.
        #expect(try new.run("send", "bob", input: "from the new one").status == 0)
        #expect(try Town.texts(town.phone) == ["from the new one"])
        #expect(try town.phone.run("send", "ada", input: "after").status == 0)
        var texts = try Town.texts(new)
        #expect(try town.phone.run("inbox", "--json").status == 0)
        texts += try Town.texts(new)
        #expect(texts.sorted() == ["after", "on its way"])
        // The old machine is out, and the backup goes on from the new one.
        #expect(try town.laptop.run("send", "bob", input: "too late").status != 0)
        let now = try new.run("backup", "now", "--json")
        #expect(now.status == 0, "\(now.error)")
    }

    @Test("Other words find nothing, and a relay that is gone is no missing backup")
    func refusals() throws {
        let town = try Self.town()
        let new = try Machine(relay: town.url)
        let wrong = try Self.restore(new, words: Self.otherWords)
        #expect(wrong.status == 5, "\(wrong.error)")
        #expect(try new.run("phrase", "verify", "--phrase-fd", "0", input: Self.otherWords).status == 5)
        #expect(access(new.folder.path + "/vault", F_OK) != 0)
        try town.kill()
        #expect(try Self.restore(new).status == 9)
        #expect(try town.laptop.run("backup", "now").status == 9)
        #expect(access(new.folder.path + "/vault", F_OK) != 0)
        try town.startAnew()
        #expect(try town.laptop.run("backup", "now").status == 0)
        #expect(try Self.restore(new).status == 0)
    }

    @Test("P2: A vault that holds something keeps it, and one that holds messages is left alone")
    func occupied() throws {
        let town = try Self.town()
        let before = try town.phone.run("device", "show", "--json").text("device")
        let refused = try Self.restore(town.phone)
        #expect(refused.status == 9, "\(refused.error)")
        #expect(try town.phone.run("device", "show", "--json").text("device") == before)
        #expect(try town.phone.run("send", "ada", input: "still here").status == 0)
        let new = try Machine(relay: town.url)
        #expect(try new.run("set", "kept", input: "mine").status == 0)
        let restored = try Self.restore(new)
        #expect(restored.status == 0, "\(restored.error)")
        #expect(try new.run("get", "kept").output == "mine\n")
    }

    @Test("P2, P5: A restore that is killed at any moment is gone on with by saying it again")
    func kills() throws {
        let town = try Self.town()
        var random = Rounds.generator(91)
        for round in 0..<Rounds.count(short: 2, full: 20) {
            let new = try Machine(relay: town.url)
            var deaths = 0
            for _ in 0..<6 {
                let (process, _) = try new.start(
                    ["backup", "restore", "--yes", "--json", "--phrase-fd", "0"])
                try process.write(Self.words)
                process.closeInput()
                usleep(UInt32.random(in: 0..<1_500_000, using: &random))
                process.signal(SIGKILL)
                if try process.wait() == .exit(0) { break }
                deaths += 1
            }
            let restored = try Self.restore(new)
            #expect(restored.status == 0, "\(round), \(deaths): \(restored.error) \(Rounds.note)")
            #expect(try new.run("get", "kept").output == "precious\n")
            let shown = try new.run("device", "show", "--json")
            #expect(try shown.text("name") == "laptop", "\(shown.error)")
            let list = try new.run("device", "list", "--json")
            #expect(list.status == 0, "\(list.error)")
            let now = try new.run("backup", "now")
            #expect(now.status == 0, "\(now.error) \(Rounds.note)")
        }
    }
}
#endif
