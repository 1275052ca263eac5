import HoldfastCLI
import Testing

@Suite("The desktop's keyring as the tool's store")
struct KeyringStoreTests {
    private let place = Workplace()

    #if SecretService
    @Test("Without a session bus it says so, and exits with 8")
    func withoutBus() async {
        for store in ["secret-service", "python-keyring", "secret-tool"] {
            let outcome = await place.run("get", "a", "--backend", store)
            #expect(outcome.status == 8 && outcome.error.contains("session bus"))
        }
    }
    #else
    @Test("A tool that was built without it says so, and exits with 8")
    func builtWithout() async {
        for words in [["get", "a"], ["set", "a"], ["rm", "a"], ["info", "a"], ["ls"]] {
            let outcome = await place.run(
                words.map { Array($0.utf8) }, input: [1], terminal: ScriptedTerminal(nil),
                environment: ["HOLDFAST_BACKEND": "secret-service"])
            #expect(outcome.status == 8 && outcome.error.contains("built without"))
        }
    }
    #endif

    @Test("A command that works on the vault alone does not work on it by mistake")
    func vaultOnly() async {
        for words in [["status"], ["mv", "a", "b"], ["doctor"], ["lock"]] {
            let outcome = await place.run(
                words.map { Array($0.utf8) }, terminal: ScriptedTerminal(nil),
                environment: ["HOLDFAST_BACKEND": "secret-service"])
            #expect(outcome.status == 5 || outcome.status == 2, "\(words) \(outcome.error)")
        }
    }

    @Test("A store that does not exist is refused")
    func unknown() async {
        #expect(await place.run("ls", "--backend", "keychain").status == 2)
        #expect(await place.run("ls", environment: ["HOLDFAST_BACKEND": "keychain"]).status == 5)
        #expect(await place.run("ls", environment: ["HOLDFAST_BACKEND": "vault"]).status == 0)
        #expect(
            await place.run(
                "ls", "--backend", "vault", environment: ["HOLDFAST_BACKEND": "secret-tool"]
            )
            .status == 0)
    }
}
