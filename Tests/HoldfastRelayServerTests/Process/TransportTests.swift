#if Server
import CrashSupport
import Glibc
import Testing

@Suite("A relay's own TLS, and a proxy's word", .serialized)
struct TransportTests {
    private func shell(_ command: String) throws -> (lines: [String], end: ChildProcess.End) {
        let process = try ChildProcess(path: "/bin/sh", ["-c", command])
        return (try process.readLines(), try process.wait())
    }

    @Test("With a certificate it speaks TLS, from 1.2 on, and nothing else")
    func certificate() throws {
        let folder = try Folder()
        let made = try shell(
            "cd \(folder.path) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256"
                + " -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost"
                + " -addext subjectAltName=DNS:localhost 2>&1")
        try #require(made.end == .exit(0), "\(made.lines)")
        let relay = try RelayProcess(options: [
            "--tls-cert", folder.path + "/cert.pem", "--tls-key", folder.path + "/key.pem",
        ])
        let curl = "curl -s --max-time 20 --cacert \(folder.path)/cert.pem"
        let url = "https://localhost:\(relay.port)/healthz"
        #expect(try shell("\(curl) \(url)").lines == ["ok"])
        #expect(
            try shell("curl -s --max-time 20 \(url)").end == .exit(60), "a stranger's certificate")
        let old = try shell("\(curl) --tls-max 1.1 --ciphers DEFAULT:@SECLEVEL=0 \(url)")
        #expect(old.end != .exit(0))
        let plain = try shell("curl -s --max-time 20 http://localhost:\(relay.port)/healthz")
        #expect(plain.lines != ["ok"])
    }

    @Test("What is no certificate is told at the start")
    func noCertificate() throws {
        let folder = try Folder()
        try Files.write(Array("nothing".utf8), to: folder.path + "/cert.pem")
        for file in ["cert.pem", "missing.pem"] {
            let process = try ChildProcess(
                sibling: "holdfast-relay",
                [
                    "serve", "--data", folder.path, "--listen", "127.0.0.1:0", "--tls-cert",
                    folder.path + "/" + file, "--tls-key", folder.path + "/cert.pem",
                ])
            #expect(try process.wait() == .exit(9), "\(file)")
        }
    }

    @Test("Limits count by the proxy's word only where it is trusted", arguments: [false, true])
    func forwarded(isTrusted: Bool) throws {
        let relay = try RelayProcess(
            options: ["--requests-per-address", "5"] + (isTrusted ? ["--trust-forwarded"] : []))
        let connection = try HTTPConnection(port: relay.port)
        var statuses: Set<Int> = []
        for index in 0..<20 {
            let answer = try connection.request(
                "GET", "/v1/relay", headers: ["X-Forwarded-For: 10.0.0.1, 192.0.2.\(index)"])
            statuses.insert(answer.status)
        }
        #expect(statuses == (isTrusted ? [200] : [200, 429]))
    }
}
#endif
