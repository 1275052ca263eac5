#if Network && Server
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastCurl
import HoldfastRelayClient
import Testing

@testable import HoldfastCLI

/// A clock that is off by so many seconds.
private struct OtherClock: WallClock {
    let offset: Int64
    var now: UnixTime { UnixTime(seconds: SystemWallClock().now.seconds + offset) }
}

/// Nobody who answers.
private struct NoTerminal: Terminal {
    let isThere = false

    func askHidden(_ question: String) throws(KeychainError) -> SecretBytes {
        throw KeychainError(.noActivity, "nobody is there")
    }
    func show(_ before: String, _ secret: SecretBytes, _ after: String) throws(KeychainError) {
        throw KeychainError(.noActivity, "nobody is there")
    }
    func confirm(_ question: String) throws(KeychainError) -> Bool {
        throw KeychainError(.noActivity, "nobody is there")
    }
    func tell(_ line: String) throws(KeychainError) {}
}

@Suite("The command line's way to a relay")
struct DoorTests {
    @Test("The main program links neither the network library nor the server's")
    func libraries() throws {
        let ldd = try ChildProcess(path: "/usr/bin/ldd", [Machine.tool])
        let names = try ldd.readLines()
        #expect(names.contains { $0.contains("libcrypto") })
        #expect(!names.contains { $0.contains("libcurl") || $0.contains("microhttpd") })
        let network = try ChildProcess(path: "/usr/bin/ldd", [Machine.tool + "-network"])
        #expect(try network.readLines().contains { $0.contains("libcurl") })
    }

    @Test("Without the other program the error says what to build, and PATH is not searched")
    func absent() throws {
        let machine = try Machine()
        let alone = machine.folder.path + "/alone"
        mkdir(alone, 0o700)
        try Files.write(try #require(try Files.read(Machine.tool)), to: alone + "/holdfast")
        chmod(alone + "/holdfast", 0o700)
        let path = Machine.tool.split(separator: "/").dropLast().joined(separator: "/")
        let script = "PATH=/\(path):$PATH exec \"$0\" send bob 2>&1"
        let process = try ChildProcess(path: "/bin/sh", ["-c", script, alone + "/holdfast"])
        process.closeInput()
        let lines = try process.readLines()
        #expect(try process.wait() == .exit(8))
        #expect(lines.first?.contains("there is no program holdfast-network") == true, "\(lines)")
    }

    @Test("The passcode that came through a descriptor goes on to the other program")
    func passcode() throws {
        let relay = try RelayServer()
        let machine = try Machine(relay: "http://" + relay.place)
        #expect(try machine.run("account", "create", "--name", "a").status == 0)
        let script =
            "printf 'open sesame 42' >\"$0/p\"; t=$1; shift;"
            + " env -i \"$@\" $t passcode set --passcode-fd 3 3<\"$0/p\" &&"
            + " env -i \"$@\" $t lock --all &&"
            + " env -i \"$@\" $t inbox --passcode-fd 3 3<\"$0/p\""
        let process = try ChildProcess(
            path: "/bin/sh",
            ["-c", script, machine.folder.path, Machine.tool] + machine.environment)
        process.closeInput()
        _ = try process.readLines()
        #expect(try process.wait() == .exit(0))
    }

    @Test("A certificate of no trusted authority is refused, and one of --ca is not")
    func authorities() throws {
        let folder = try Folder()
        let certificate = try Certificate(for: "localhost", in: folder)
        let relay = try RelayServer(options: [
            "--tls-cert", certificate.path, "--tls-key", certificate.keyPath, "--origin",
            "https://localhost:8787",
        ])
        let port = relay.place.split(separator: ":").last ?? ""
        let url = "https://localhost:\(port)"
        let machine = try Machine()
        let refused = try machine.run("account", "create", "--relay", url, "--name", "a")
        #expect(refused.status == 8, "\(refused.status)")
        #expect(refused.error.contains("not one that is trusted"), "\(refused.error)")
        let missing = try machine.run(
            "account", "create", "--relay", url, "--ca", folder.path + "/none", "--name", "a")
        #expect(missing.status == 5 && missing.error.contains("--ca"), "\(missing.error)")
        let plain = try machine.run("account", "create", "--relay", "http://relay.example")
        #expect(plain.status == 5 && plain.error.contains("without TLS"), "\(plain.error)")
    }

    @Test(
        "A clock an hour off is named with the skew; more than a day off, nothing is sent or lost")
    @MainActor
    func clock() async throws {
        let town = try Town(hasDesk: false)
        let hour = try await Self.send("one", on: town.laptop, clock: 3_600)
        #expect(hour.status == 0, "\(hour.error)")
        #expect(
            hour.error.contains("clock is 36") && hour.error.contains("ahead of"), "\(hour.error)")
        let epoch = try await Self.send("two", on: town.laptop, clock: -1_700_000_000)
        #expect(epoch.status == 9 && epoch.error.contains("s behind the relay"), "\(epoch.error)")
        #expect(try town.laptop.run("send", "--waiting").status == 0)
        #expect(Set(try Town.texts(town.phone)) == ["one", "two"])
    }

    /// Runs `send bob` in this process, with another clock.
    @MainActor
    private static func send(
        _ text: String, on machine: Machine, clock offset: Int64
    ) async throws -> Machine.Outcome {
        let paths = ["in", "out", "err"].map { machine.folder.path + "/clock-" + $0 }
        try Files.write(Array(text.utf8), to: paths[0])
        let files = [
            open(paths[0], O_RDONLY | O_CLOEXEC),
            open(paths[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600),
            open(paths[2], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600),
        ]
        defer { for file in files { close(file) } }
        let connector = RelayConnector { (address, authorities) throws(TransportFailure) in
            try CurlTransport(to: address, authorities: authorities)
        }
        let status = await CommandLineTool.run(
            arguments: ["send", "bob"].map { Array($0.utf8) },
            environment: Environment(entries: machine.environment.map { Array($0.utf8) }),
            streams: StandardStreams(input: files[0], output: files[1], error: files[2]),
            terminal: NoTerminal(), program: .network(connector),
            wallClock: OtherClock(offset: offset))
        return Machine.Outcome(
            status: status, output: try Machine.text(paths[1]), error: try Machine.text(paths[2]))
    }
}
#endif
