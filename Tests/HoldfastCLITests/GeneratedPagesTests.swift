import FoundationEssentials
import Testing

@testable import HoldfastCLI

/// Pages and scripts that are made from the tables are what the tables would make now.
///
/// `HOLDFAST_RECORD=1` renews them; `make docs` runs it so.
@Suite("Generated pages of the tool")
@MainActor
struct GeneratedPagesTests {
    private static let isRecording =
        ProcessInfo.processInfo.environment["HOLDFAST_RECORD"] == "1"
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private static let plain = Style(isTerminal: false, environment: Environment(entries: []))

    @Test("docs/cli/holdfast.1 is made from the tables")
    func manual() throws {
        try Self.check("docs/cli/holdfast.1", is: ManualPage.page(CommandList.declarations))
    }

    @Test("The help of every command is as recorded")
    func help() throws {
        let page = HelpPage(Self.plain)
        var text = page.overview(of: CommandList.declarations)
        for command in CommandList.declarations {
            text += "\n=== \(command.name) ===\n\n" + page.page(of: command)
        }
        try Self.check("Tests/HoldfastCLITests/Snapshots/help.txt", is: text)
    }

    @Test("Completions are as recorded", arguments: CompletionsCommand.Shell.allCases)
    func completions(shell: CompletionsCommand.Shell) throws {
        try Self.check(
            "Tests/HoldfastCLITests/Snapshots/completions.\(shell.rawValue)",
            is: CompletionsCommand.script(for: shell))
    }

    @Test("No line of help is wider than a terminal of 80 columns, but for examples")
    func width() {
        let page = HelpPage(Self.plain)
        for command in CommandList.declarations {
            let examples = Set(command.examples.map { "  \($0.line)" })
            for line in page.page(of: command).split(separator: "\n") where line.count > 80 {
                let isExpected = examples.contains(String(line)) || line.hasPrefix("Usage: ")
                #expect(isExpected, "\(command.name): \(line)")
            }
        }
    }

    @Test("Every command has an example that its own parser understands")
    func examples() throws {
        for command in CommandList.declarations {
            #expect(!command.examples.isEmpty || command.name == "help")
            #expect(
                command.examples.allSatisfy { $0.line.contains("holdfast \(command.words[0])") })
        }
    }

    @Test("Options of one name mean the same everywhere")
    func options() {
        var summaries: [String: String] = [:]
        for option in CommandList.declarations.flatMap(\.options) where option.name != "all" {
            #expect(summaries[option.name, default: option.summary] == option.summary)
            summaries[option.name] = option.summary
        }
    }

    private static func check(_ path: String, is text: String) throws {
        let url = URL(filePath: root + "/" + path)
        if isRecording { try Data(text.utf8).write(to: url) }
        let recorded = try String(decoding: Data(contentsOf: url), as: UTF8.self)
        #expect(recorded == text, "\(path) is stale; run 'make docs'")
    }
}
