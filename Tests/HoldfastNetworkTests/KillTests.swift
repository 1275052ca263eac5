#if Network && Server
import CrashSupport
import Glibc
import HoldfastCore
import Testing

@testable import HoldfastCLI

@Suite("The command line's messages, and sudden deaths")
struct KillTests {
    @Test("P5: Reader, writer and relay killed at any moment: nothing is lost, nothing comes twice")
    func kills() throws {
        let town = try Town(hasDesk: false)
        var random = Rounds.generator(77)
        var texts: [String: String] = [:]
        var stored: Set<String> = []
        let count = Rounds.count(short: 6, full: 200)
        for round in 0..<count {
            let (sender, _) = try town.laptop.start(["send", "bob"])
            try sender.write("message \(round)")
            sender.closeInput()
            switch try Self.perhapsKill(sender, &random) {
            // The relay has it, or it waits here: it was stored before the tool said so.
            case .exit(0), .exit(9): stored.insert("message \(round)")
            default: break
            }
            let (reader, _) = try town.phone.start(["inbox", "--json"])
            if round % 5 == 4 {
                usleep(UInt32.random(in: 0..<200_000, using: &random))
                try town.kill()
                try town.startAnew()
            }
            try Self.perhapsKill(reader, &random)
            try Self.note(try reader.readLines(), &texts)
        }
        _ = try town.laptop.run("send", "--waiting")
        #expect(try town.laptop.run("send", "--waiting").status == 0)
        let last = try town.phone.run("inbox", "--json")
        #expect(last.status == 0, "\(last.error)")
        try Self.note(last.output.split(separator: "\n").map(String.init), &texts)
        #expect(try town.phone.run("inbox", "--json").output == "")
        // Each name has one text, and each text that was taken in has one name.
        #expect(Set(texts.values).count == texts.count, "\(Rounds.note)")
        #expect(texts.count <= count)
        // What the writer's outbox has is what came: nothing acknowledged is lost.
        let sent = try town.laptop.run("send", "bob", "--json", input: "end")
        #expect(sent.status == 0)
        #expect(try Town.texts(town.phone) == ["end"], "\(Rounds.note)")
        #expect(stored.isSubset(of: texts.values), "\(Rounds.note)")
    }

    /// Lets a process live for a random time, or to its end.
    @discardableResult
    private static func perhapsKill(
        _ process: ChildProcess, _ random: inout some RandomNumberGenerator
    ) throws -> ChildProcess.End {
        if Bool.random(using: &random) {
            usleep(UInt32.random(in: 0..<400_000, using: &random))
            process.signal(SIGKILL)
        }
        return try process.wait()
    }

    private static func note(
        _ lines: [String], _ texts: inout [String: String]
    ) throws {
        for line in lines {
            // A line that was cut by the death was not noted as shown, and comes again.
            guard line.hasSuffix("}") else { continue }
            let outcome = Machine.Outcome(status: 0, output: line, error: "")
            guard try outcome.object["kind"]?.text == "message" else { continue }
            let (id, text) = (try outcome.text("message"), try outcome.text("text"))
            #expect(texts[id] == nil || texts[id] == text)
            texts[id] = text
        }
    }
}
#endif
