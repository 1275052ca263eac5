import Glibc
import HoldfastCLI
import HoldfastCore
import HoldfastCrypto
import Testing

/// The rescue code at the command line: shown once, typed back, never in an argument.
@MainActor
@Suite struct RescueCommandTests {
    private let place = Workplace()

    private func words(_ line: String) -> [[UInt8]] {
        line.split(separator: " ").map { Array($0.utf8) }
    }

    private func loseSecret() {
        unlink(place.folder + "/state/device-secret")
    }

    @Test("A code is shown, typed back, and opens the vault when the device secret is lost")
    func cycle() async throws {
        _ = await place.run("set", "a", input: Array("v".utf8))
        let terminal = ScriptedTerminal([ScriptedTerminal.whatWasShown])
        let made = await place.run(words("rescue code"), terminal: terminal)
        #expect(made.status == 0, "\(made.error)")
        #expect(made.output.isEmpty && !made.error.contains(terminal.shown))
        loseSecret()
        let lost = await place.run("get", "a")
        #expect(lost.status == 3)
        #expect(lost.error.contains("rescue use"))
        let used = ScriptedTerminal([terminal.shown, ScriptedTerminal.whatWasShown])
        let outcome = await place.run(words("rescue use"), terminal: used)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(await place.run("get", "a").text == "v")
        #expect(used.shown != terminal.shown)
        // The old paper is worth nothing now.
        let old = await place.run(words("rescue use"), terminal: ScriptedTerminal([terminal.shown]))
        #expect(old.status == 4)
    }

    @Test("A code that is not typed back is no code, and a slip may be mended")
    func typingBack() async throws {
        _ = await place.run("set", "a", input: [1])
        let refused = ScriptedTerminal(["wrong", "0000", "nonsense"])
        #expect(await place.run(words("rescue code"), terminal: refused).status == 5)
        #expect(await place.run("status", "--json").text.contains("\"rescueCodeCreated\":null"))
        let mended = ScriptedTerminal(["wrong", ScriptedTerminal.whatWasShown])
        #expect(await place.run(words("rescue code"), terminal: mended).status == 0)
        #expect(await place.run("status", "--json").text.contains("\"rescueCodeCreated\":\"2"))
        let nobody = await place.run("rescue", "code")
        #expect(nobody.status == 4)
    }

    @Test("passcode set offers a code, and does its work whatever is answered")
    func offer() async throws {
        let declined = ScriptedTerminal(["p", "p", "n"])
        let outcome = await place.run(words("passcode set"), terminal: declined)
        #expect(outcome.status == 0 && outcome.error.contains("rescue code"))
        #expect(await place.run("passcode", "remove", "--yes", terminal: ["p"]).status == 0)
        let taken = ScriptedTerminal(["p", "p", "y", ScriptedTerminal.whatWasShown])
        #expect(await place.run(words("passcode set"), terminal: taken).status == 0)
        // New keys under a new code, or under the present one from a descriptor.
        let present = Workplace.descriptor(holding: Array(taken.shown.utf8))
        defer { close(present) }
        let kept = await place.run(
            "passcode", "change", "--leaked", "--rescue-code-fd", String(present),
            terminal: ["p", "q", "q"])
        #expect(kept.status == 0, "\(kept.error)")
        let renewed = ScriptedTerminal(["y", "q", ScriptedTerminal.whatWasShown])
        #expect(await place.run(words("passcode remove"), terminal: renewed).status == 0)
        let old = Workplace.descriptor(holding: Array(taken.shown.utf8))
        defer { close(old) }
        #expect(
            await place.run("rescue", "use", "--rescue-code-fd", String(old)).status == 4)
    }

    @Test("A forgotten passcode costs what it alone opens, after a yes")
    func forgotten() async throws {
        let set = ScriptedTerminal(["p", "p", "y", ScriptedTerminal.whatWasShown])
        _ = await place.run(words("passcode set"), terminal: set)
        _ = await place.run("set", "a", input: Array("v".utf8))
        _ = await place.run("set", "b", "--accessible", "whenPasscodeSetThisDeviceOnly", input: [1])
        let refused = ScriptedTerminal([set.shown, "", "n"])
        #expect(await place.run(words("rescue use"), terminal: refused).status == 4)
        #expect(await place.run("get", "b").status == 0)
        let sure = ScriptedTerminal([
            set.shown, "", "y", "new", "new", ScriptedTerminal.whatWasShown,
        ])
        let outcome = await place.run(words("rescue use"), terminal: sure)
        #expect(outcome.status == 0 && outcome.error.contains("items lost: 1"), "\(outcome.error)")
        #expect(await place.run("get", "a").text == "v")
        #expect(await place.run("get", "b").status == 7)
        _ = await place.run("lock", "--all")
        #expect(await place.run("unlock", terminal: ["p"]).status == 4)
        #expect(await place.run("unlock", terminal: ["new"]).status == 0)
        _ = await place.run("lock", "--all")
    }

    @Test("A typing error is INVALID_ARGUMENT, another code AUTH_FAILED, no code at all says so")
    func refusals() async throws {
        _ = await place.run("set", "a", input: [1])
        let some = "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-TMW7"
        let none = await place.run(words("rescue use"), terminal: ScriptedTerminal([some]))
        #expect(none.status == 5 && none.error.contains("no rescue code"))
        _ = await place.run("rescue", "code", terminal: [ScriptedTerminal.whatWasShown])
        let slip = some.replacing("40R4", with: "40R5")
        let json = words("rescue use --json")
        let wrong = await place.run(json, terminal: ScriptedTerminal([slip]))
        #expect(wrong.error.contains("INVALID_ARGUMENT"))
        let other = await place.run(json, terminal: ScriptedTerminal([some]))
        #expect(other.error.contains("AUTH_FAILED") && !other.error.contains("40R4"))
    }

    @Test("Removing the code asks first")
    func removal() async {
        _ = await place.run("set", "a", input: [1])
        _ = await place.run("rescue", "code", terminal: [ScriptedTerminal.whatWasShown])
        #expect(await place.run("rescue", "remove", terminal: ["n"]).status == 4)
        #expect(await place.run("rescue", "remove", terminal: ["y"]).status == 0)
        #expect(await place.run("rescue", "remove", "--yes").status == 5)
    }

    @Test("vault seal refuses other registers, and a vault in a file has nothing to unseal")
    func sealing() async {
        _ = await place.run("set", "a", input: Array("v".utf8))
        for list in ["24", "-1", "+1", "1,", "", "a", "1 2"] {
            #expect(await place.run("vault", "seal", "--pcr", list).status == 2)
        }
        #expect(await place.run("vault", "unseal").status == 5)
        // Nobody is asked about a file that is still needed.
        let discard = await place.run("vault", "seal", "--discard-file")
        #expect(discard.status == 8 && !discard.error.contains("--yes"), "\(discard.error)")
        #expect(!discard.error.contains("destroyed"))
        #expect(await place.run("get", "a").text == "v")
    }

    @Test("An export of everything is noted for the doctor, one of a service is not")
    func export() async {
        _ = await place.run("set", "a", input: [1])
        _ = await place.run("export", "--plain", "--yes")
        #expect(await place.run("status", "--json").text.contains("\"lastExport\":null"))
        _ = await place.run("export", "--plain", "--yes", "--all")
        #expect(await place.run("status", "--json").text.contains("\"lastExport\":\"2"))
        #expect(await !place.run("doctor").text.contains("neither a rescue code"))
    }

    @Test("What an export of everything left out is said by the doctor")
    func exportWithOmissions() async throws {
        _ = await place.run("set", "a", input: [1])
        _ = await place.run("export", "--plain", "--yes", "--all")
        #expect(await place.run("doctor").text.contains("of the whole vault"))
        let bound = "whenUnlockedThisDeviceOnly"
        _ = await place.run("set", "b", "--accessible", bound, input: [1])
        _ = await place.run("export", "--plain", "--yes", "--all")
        let status = await place.run("status", "--json").text
        #expect(status.contains("\"lastExportOmissions\":1"))
        let doctor = await place.run("doctor").text
        #expect(doctor.contains("1 item was left out") && !doctor.contains("of the whole vault"))
    }

    @Test("A recent export that lacks what it could have held is no way back")
    func exportWithMisses() async throws {
        _ = await place.run("passcode", "set", terminal: ["p", "p", "n"])
        _ = await place.run(
            "set", "asks", "--access-control", "devicePasscode", input: [1], terminal: ["p"])
        _ = await place.run("export", "--plain", "--yes", "--all")
        #expect(await place.run("status", "--json").text.contains("\"lastExportMisses\":1"))
        #expect(await place.run("doctor").text.contains("neither a rescue code nor a whole export"))
        let whole = await place.run("export", "--plain", "--yes", "--all", terminal: ["p"])
        #expect(whole.text.contains("asks"), "\(whole.error)")
        #expect(await !place.run("doctor").text.contains("neither a rescue code"))
        _ = await place.run("lock", "--all")
    }

    @Test("What is missing, or there already, is said before anybody is asked")
    func nothingToAskFor() async throws {
        _ = await place.run("set", "a", input: [1])
        let code = await place.run("rescue", "remove")
        #expect(code.status == 5 && code.error.contains("there is no rescue code"))
        _ = await place.run("passcode", "set", terminal: ["p", "p", "n"])
        let passcode = await place.run("passcode", "set")
        #expect(passcode.status == 5 && passcode.error.contains("a passcode already"))
        // Nor for the passcode, where there is no code to remove.
        let yes = await place.run("rescue", "remove", "--yes")
        #expect(yes.status == 5 && yes.error.contains("there is no rescue code"))
    }
}
