import Testing

@testable import HoldfastRelayServer

@Suite("The relay's command line")
struct ArgumentTests {
    @Test("What is given is taken")
    func taken() throws {
        let wish = try RelayArguments.parse([
            "serve", "--data", "d", "--listen", "[::]:1", "--origin", "https://a.example",
            "--connections", "100", "--quota-mib", "2", "--trust-forwarded",
        ])
        var expected = RelayArguments()
        expected.folder = "d"
        expected.listen = "[::]:1"
        expected.origin = "https://a.example"
        expected.trustsForwarded = true
        expected.limits.connectionCount = 100
        expected.limits.bytesPerAccount = 2 << 20
        #expect(wish == .serve(expected))
        #expect(try RelayArguments.parse(["--version"]) == .version)
        #expect(try RelayArguments.parse(["serve", "--help"]) == .help)
    }

    @Test(
        "What is no command line ends with 2",
        arguments: [
            [], ["start"], ["serve"], ["serve", "--data"], ["serve", "--data", ""],
            ["serve", "--data", "d", "--what"], ["serve", "--data", "d", "--threads", "0"],
            ["serve", "--data", "d", "--threads", "x"],
            ["serve", "--data", "d", "--tls-cert", "c"],
            ["serve", "--data", "d", "--origin", "relay.example"],
            ["serve", "--data", "d", "--origin", "https://relay.example/"],
        ])
    func refused(words: [String]) {
        do {
            _ = try RelayArguments.parse(words)
            Issue.record("it was taken")
        } catch {
            #expect(error.exitStatus == 2)
        }
    }

    @Test("The help page names every option")
    func help() throws {
        for option in [
            "--data", "--listen", "--origin", "--tls-cert", "--tls-key", "--trust-forwarded",
            "--public-metrics", "--threads", "--connections", "--connections-per-address",
            "--requests-per-address", "--requests-per-account", "--logins-per-address",
            "--entries-per-account", "--claims-per-caller", "--claims-per-target", "--quota-mib",
            "--messages-per-target",
            "--idle-seconds", "--step-seconds",
        ] {
            #expect(RelayArguments.help.contains("  \(option) "), "\(option)")
        }
    }
}
