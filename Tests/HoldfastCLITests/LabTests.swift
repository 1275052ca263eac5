import HoldfastCore
import Testing

@testable import HoldfastCLI

@Suite("The device lab on the command line")
@MainActor
struct LabTests {
    private let place = Workplace()

    @Test("P1: a store that takes an error for absence is status 6, and the story names the loss")
    func errorToNil() async {
        let outcome = await place.run(
            "lab", "explore", "starts-empty", "--store", "error-to-nil", "--singles")
        #expect(outcome.status == 6)
        #expect(outcome.text.contains("P3: “state 1” is lost"), "\(outcome.text)")
        #expect(outcome.text.contains("  1. “state 1” is stored under “state”."))
    }

    @Test("P3: an app that starts empty is status 6, and each promise that it breaks has a line")
    func naiveState() async {
        let outcome = await place.run("lab", "explore", "naive-state", "--singles")
        #expect(outcome.status == 6)
        #expect(outcome.text.contains("\nbroken P3: “state 1” is lost: "), "\(outcome.text)")
        #expect(outcome.text.contains("\nbroken P5: The app believes that"), "\(outcome.text)")
    }

    @Test("P12: the same seed gives the same bytes, as text and as JSON")
    func deterministic() async {
        for options in [[], ["--json"]] {
            let words = ["lab", "explore", "update-fails", "--limit", "400", "--seed", "7"]
            let line = (words + options).map { Array($0.utf8) }
            let first = await place.run(line, terminal: ScriptedTerminal(nil))
            let second = await place.run(line, terminal: ScriptedTerminal(nil))
            #expect(first.status == 0)
            #expect(first.output == second.output)
            #expect(!first.output.isEmpty)
        }
    }

    @Test("What the bound leaves out is said")
    func bounded() async {
        let outcome = await place.run("lab", "explore", "update-fails", "--limit", "150")
        #expect(outcome.text.contains("chosen by the seed"), "\(outcome.text)")
        #expect(outcome.text.contains("Every promise held in what was played."))
        #expect(outcome.text.contains("150 plays, 0 broke a promise"), "\(outcome.text)")
        #expect(outcome.text.contains(" file.read (1 way to fail), "), "\(outcome.text)")
        let words = [
            "1": "where nothing failed.\nNothing was made to fail: --limit left some",
            "20": "in what was played.\nNot even each fault was played: --limit left some",
            "150": "in what was played.\nNot all was played: --limit left some",
        ]
        for (limit, end) in words {
            let cut = await place.run("lab", "explore", "update-fails", "--limit", limit)
            #expect(cut.status == 0 && cut.text.contains(end), "\(cut.text)")
            let json = await place.run("lab", "explore", "update-fails", "--limit", limit, "--json")
            #expect(json.status == 0 && json.text.contains(#""complete":false"#), "\(json.text)")
        }
        let whole = await place.run("lab", "explore", "update-fails", "--singles")
        #expect(!whole.text.contains("Not all was played"))
        let json = await place.run("lab", "explore", "update-fails", "--singles", "--json")
        #expect(json.text.contains(#""complete":true"#))
    }

    @Test("Every promise that was broken has a line of its own, and nothing of ours is escaped")
    func lines() async {
        let outcome = await place.run(
            "lab", "explore", "starts-empty", "--store", "error-to-nil", "--singles")
        #expect(!outcome.text.contains("\\u{"), "\(outcome.text)")
        let verdicts = outcome.text.split(separator: "\n").filter { $0.hasPrefix("broken ") }
        #expect(verdicts.count >= 2)
        #expect(verdicts.allSatisfy { $0.matches(of: /broken/).count == 1 })
    }

    @Test("A seed may be any number of 64 bits")
    func seeds() async {
        for seed in ["0", "18446744073709551615"] {
            let outcome = await place.run("lab", "run", "update-fails", "--json", "--seed", seed)
            #expect(outcome.status == 0)
            #expect(outcome.text.contains(#""seed":"\#(seed)""#))
        }
        let above = await place.run("lab", "run", "update-fails", "--seed", "18446744073709551616")
        #expect(above.status == 2)
    }

    @Test("Help says which platform a store is for")
    func storeHelp() async {
        for command in ["run", "explore"] {
            let help = await place.run("lab", command, "--help").text
            let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("delete-then-add is for ios only"), "\(help)")
        }
    }

    @Test("Two keys of a phone have two names in a play")
    func keyNames() async throws {
        let text = await place.run("lab", "run", "pin-change", "--platform", "android").text
        let made = text.split(separator: "\n").filter { $0.contains("KeyGenerator.generateKey") }
        let names = made.compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(names.count >= 2)
        #expect(Set(names).count == names.count, "\(names)")
        #expect(names.allSatisfy { $0.count <= 48 })
    }

    @Test("A scenario that nothing disturbs reads as a story", arguments: ["ios", "android"])
    func run(platform: String) async {
        let outcome = await place.run("lab", "run", "background-sync", "--platform", platform)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("  a message wakes the app\n"))
        #expect(outcome.text.hasSuffix("Every promise held.\n"))
    }

    @Test("A wrong name is a usage error that knows what was meant")
    func names() async {
        let scenario = await place.run("lab", "run", "reinstal")
        #expect(scenario.status == 2)
        #expect(scenario.error.contains("did you mean reinstall? See 'holdfast lab list'"))
        let unknown = await place.run("lab", "explore", "zzzzzzzzzzzz")
        #expect(unknown.status == 2 && unknown.error.contains("; see 'holdfast lab list'"))
        let store = await place.run(
            "lab", "run", "reinstall", "--platform", "android", "--store", "delete-then-add")
        #expect(store.status == 2)
        #expect(store.error.contains("the store delete-then-add is for ios and not for android"))
        let both = await place.run("lab", "explore", "reinstall", "--singles", "--pairs")
        #expect(both.status == 2)
    }

    @Test("P1: the matrix has no absence for an item that a lock or a restart hides")
    func matrix() async {
        for platform in ["ios", "android"] {
            let outcome = await place.run("lab", "matrix", "--platform", platform)
            let rows = outcome.text.split(separator: "\n")
            #expect(rows.count == 21)
            let hidden = rows.filter { $0.contains("  locked") || $0.contains("  beforeFirst") }
            #expect(hidden.count == 10)
            #expect(hidden.allSatisfy { !$0.contains("none") }, "\(outcome.text)")
            let native = await place.run("lab", "matrix", "--platform", platform, "--native")
            #expect(native.status == 0)
            #expect(native.text.split(separator: "\n").count > 40)
        }
    }

    @Test("P11: the table of errors has every code on both phones, and no hole")
    func errors() async {
        let both = await place.run("lab", "errors")
        let android = await place.run("lab", "errors", "--platform", "android")
        let json = await place.run("lab", "errors", "--json").text
        #expect(both.status == 0 && android.status == 0)
        let rows = both.text.split(separator: "\n").dropFirst()
        for code in ErrorCatalogue.entries.map(\.code.rawValue) {
            for platform in ["ios", "android"] {
                let known = rows.filter {
                    $0.split(separator: " ").prefix(2) == [code[...], platform[...]]
                }
                #expect(!known.isEmpty, "\(code) on \(platform)")
            }
            #expect(json.contains(#""code":"\#(code)""#))
        }
        #expect(!android.text.contains(" ios "))
        #expect(both.text.contains(" never "))
        #expect(both.text.contains(" injected "))
    }

    @Test("What can be played is listed, also as JSON")
    func list() async {
        let text = await place.run("lab", "list").text
        let json = await place.run("lab", "list", "--json").text
        for name in [
            "background-sync", "restore", "keeps-state", "naive-state", "good", "fire-and-forget",
        ] {
            #expect(text.contains("  \(name) "))
            #expect(json.contains(#""name":"\#(name)""#))
        }
    }

    @Test("What is listed stands in columns, however long a name is")
    func columns() async {
        let lines = await place.run("lab", "list").text.split(separator: "\n")
            .filter { $0.hasPrefix("  ") }
        #expect(lines.count > 20)
        let starts = lines.map { line in
            let name = line.dropFirst(2).prefix { $0 != " " }
            return 2 + name.count + line.dropFirst(2 + name.count).prefix { $0 == " " }.count
        }
        #expect(Set(starts).count == 1, "\(starts)")
        #expect(lines.allSatisfy { $0.matches(of: /[a-z]  +/).count == 1 })
    }

    @Test("A phone that starts no app before the first unlock says so in the story")
    func notStarted() async {
        let words = "\n  the system does not start it before the first unlock\n"
        for scenario in ["background-sync", "identity-overnight-push"] {
            let android = await place.run("lab", "run", scenario, "--platform", "android").text
            #expect(android.contains("  a message wakes the app" + words), "\(android)")
            let ios = await place.run("lab", "run", scenario).text
            #expect(ios.contains("  a message wakes the app\n") && !ios.contains(words))
        }
    }

    @Test("An Android app can be one that is started before the first unlock")
    func directBoot() async {
        for command in ["run", "explore"] {
            let words = ["lab", command, "background-sync", "--direct-boot-aware"]
            let line = (words + ["--platform", "android", "--json"]).map { Array($0.utf8) }
            let android = await place.run(line, terminal: ScriptedTerminal(nil))
            #expect(android.status == 0, "\(android.error)")
            #expect(!android.text.contains("does not start it before the first unlock"))
            let ios = await place.run(
                words.map { Array($0.utf8) }, terminal: ScriptedTerminal(nil))
            #expect(ios.status == 2 && ios.error.contains("is for android"), "\(ios.error)")
        }
        let android = await place.run("lab", "run", "background-sync", "--platform", "android")
        #expect(android.text.contains("does not start it before the first unlock"))
    }

    @Test("The conformance table has a row for each store and breaks nowhere")
    func conformance() async {
        let outcome = await place.run("lab", "conformance")
        #expect(outcome.status == 0, "\(outcome.text)")
        for store in ["memory store", "Linux vault", "iOS phone store", "Android phone store"] {
            #expect(outcome.text.contains("\n\(store) "))
        }
    }
}
