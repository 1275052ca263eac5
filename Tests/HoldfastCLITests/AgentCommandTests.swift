import Testing

@testable import HoldfastCLI

@Suite("The agent's command line")
@MainActor
struct AgentCommandTests {
    private let place = Workplace()

    @Test(
        "Times that are none are usage errors",
        arguments: ["--idle=0", "--idle=x", "--max-age=-1", "--max-age=31536001", "--idle="])
    func usage(option: String) async {
        let outcome = await place.run("agent", option)
        #expect(outcome.status == 2)
        #expect(outcome.error.split(separator: "\n").count == 1)
    }
}

#if !Desktop
extension AgentCommandTests {
    @Test("A build without the desktop's interfaces says so, with status 8")
    func without() async {
        let outcome = await place.run("agent")
        #expect(outcome.status == 8)
        #expect(outcome.error.contains("built without"))
        #expect(outcome.error.contains("--traits Desktop"))
    }

    @Test("It knows no reader: an item that asks for a finger alone cannot be written")
    func finger() async {
        let outcome = await place.run("set", "a", "--access-control", "biometryAny")
        #expect(outcome.status == 8)
        #expect(await place.run("get", "a").status == 1)
    }
}
#endif
