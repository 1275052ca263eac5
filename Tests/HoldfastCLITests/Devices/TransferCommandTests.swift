import FoundationEssentials
import HoldfastCore
import Testing

@testable import HoldfastCLI

/// An old and a new machine that share a directory and a file.
@MainActor
@Suite struct TransferCommandTests {
    private let world = DeviceWorld()

    private var old: Workplace { world.first }
    private var new: Workplace { world.second }
    private var file: String { old.folder + "/transfer.hfb" }

    private func begin() async throws {
        let account = try await world.begin("old", on: old)
        _ = await old.run("set", "kept", input: Array("precious".utf8))
        try await world.join("new", new, account: account, approvedOn: old)
    }

    @Test("P2: By a file that both reach; the digits are asked for, without a yes nothing comes")
    func byFile() async throws {
        try await begin()
        let nowhere = await world.device("transfer", on: old)
        #expect(nowhere.status == 5 && nowhere.error.contains("--via"), "\(nowhere.error)")
        let begun = await world.device("transfer", "--via", file, "--json", on: old)
        #expect(begun.status == 1, "\(begun.error)")
        #expect(try DeviceWorld.member("place", of: begun) == file)
        let text = try DeviceWorld.member("ticket", of: begun)
        let digits = try DeviceWorld.member("comparison", of: begun)
        let declined = ScriptedTerminal(["n"])
        let line = ["device", "transfer", "--via", file, "--take", text].map { Array($0.utf8) }
        let environment = ["HOLDFAST_DIRECTORY": world.path]
        let no = await new.run(line, terminal: declined, environment: environment)
        #expect(no.status == 4, "\(no.error)")
        #expect(declined.questions.contains { $0.contains(digits) }, "\(declined.questions)")
        #expect(await new.run("get", "kept").status == 1)
        // The place is known from here on.
        #expect(await world.device("transfer", on: old).status == 1)
        let elsewhere = await world.device("transfer", "--via", file + "2", on: old)
        #expect(elsewhere.status == 5, "\(elsewhere.error)")
        let taken = await new.run(
            line, terminal: ScriptedTerminal(["y"]), environment: environment)
        #expect(taken.status == 0, "\(taken.error)")
        #expect(await new.run("get", "kept").text == "precious")
        let told = await world.device("transfer", "--json", on: old)
        #expect(told.status == 0 && told.text.contains("\"state\":\"taken\""), "\(told.error)")
        #expect(await old.run("get", "kept").text == "precious")
        let done = await new.run(
            line + [Array("--yes".utf8)], terminal: ScriptedTerminal(nil), environment: environment)
        #expect(done.status == 5 && done.error.contains("taken, or given up"), "\(done.error)")
    }

    @Test("P2: A file that is damaged on its way is refused, and nothing of it is taken")
    func damaged() async throws {
        try await begin()
        let begun = await world.device("transfer", "--via", file, "--json", on: old)
        let text = try DeviceWorld.member("ticket", of: begun)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        for place in stride(from: 40, to: bytes.count, by: bytes.count / 12) {
            var damaged = bytes
            damaged[place] ^= 0x10
            try Data(damaged).write(to: URL(filePath: file))
            let outcome = await world.device(
                "transfer", "--via", file, "--take", text, "--yes", on: new)
            #expect([5, 6, 8].contains(outcome.status), "\(place): \(outcome.error)")
        }
        #expect(await new.run("get", "kept").status == 1)
        try Data(bytes).write(to: URL(filePath: file))
        let whole = await world.device(
            "transfer", "--via", file, "--take", text, "--yes", on: new)
        #expect(whole.status == 0, "\(whole.error)")
    }

    @Test("Only another device of the account is handed anything")
    func targets() async throws {
        let account = try await world.begin("old", on: old)
        let alone = await world.device("transfer", "--via", file, on: old)
        #expect(alone.status == 5 && alone.error.contains("no other device"), "\(alone.error)")
        let own = try await world.id(of: old)
        let itself = await world.device("transfer", own, "--via", file, on: old)
        #expect(itself.status == 5 && itself.error.contains("itself"), "\(itself.error)")
        try await world.join("new", new, account: account, approvedOn: old)
        let third = Workplace()
        try await world.join("third", third, account: account, approvedOn: old)
        let which = await world.device("transfer", "--via", file, on: old)
        #expect(which.status == 5 && which.error.contains("several devices"), "\(which.error)")
        let begun = await world.device(
            "transfer", try await world.id(of: third), "--via", file, "--json", on: old)
        #expect(begun.status == 1, "\(begun.error)")
        let text = try DeviceWorld.member("ticket", of: begun)
        let other = await world.device(
            "transfer", "--via", file, "--take", text, "--yes", on: new)
        #expect(other.status == 5 && other.error.contains("another device"), "\(other.error)")
        let busy = await world.device(
            "transfer", try await world.id(of: new), "--via", file, on: old)
        #expect(busy.status == 5 && busy.error.contains("is under way"), "\(busy.error)")
        #expect(await world.device("transfer", "--give-up", on: old).status == 0)
        #expect(
            await world.device("transfer", "--via", file, "--take", text, "--yes", on: third)
                .status == 5)
    }
}
