#if Network && Server
import CrashSupport
import Testing

@Suite("The command line's messages, through an HTTP proxy")
struct ProxyTests {
    /// A relay with TLS of its own, under a name that only its proxy knows.
    private static let host = "relay.test"

    private struct Office {
        let folder: Folder
        let relay: RelayServer
        let certificate: Certificate

        init() throws {
            folder = try Folder()
            certificate = try Certificate(for: ProxyTests.host, in: folder)
            relay = try RelayServer(options: [
                "--tls-cert", certificate.path, "--tls-key", certificate.keyPath, "--origin",
                "https://" + ProxyTests.host,
            ])
        }

        /// Begins an account; its id, or what was said instead.
        func begin(_ machine: Machine, _ variables: [String]) throws -> Machine.Outcome {
            try machine.run(
                [
                    "account", "create", "--name", "a", "--relay", "https://" + ProxyTests.host,
                    "--ca", certificate.path, "--json",
                ], more: variables)
        }
    }

    @Test("Everything goes through a tunnel that https_proxy names, and the proxy sees TLS alone")
    func tunnel() throws {
        let office = try Office()
        let proxy = try Proxy(Self.host + ":443", at: office.relay.place)
        let (laptop, phone) = (try Machine(), try Machine())
        let variables = ["HTTPS_PROXY=" + proxy.address]
        let made = try office.begin(laptop, ["https_proxy=" + proxy.address])
        #expect(made.status == 0 && !made.error.contains("no prekeys"), "\(made.error)")
        let bob = try office.begin(phone, variables).text("account")
        let text = "ten, gate B"
        let sent = try laptop.run(["send", bob], input: text, more: variables)
        #expect(sent.status == 0, "\(sent.error)")
        let read = try phone.run(["inbox", "--json"], more: variables)
        #expect(try read.text("text") == text)
        let requests = try proxy.requests
        #expect(requests.count >= 4)
        #expect(Set(requests) == ["CONNECT relay.test:443 HTTP/1.1"])
        let carried = try proxy.carried
        // A handshake of TLS, and neither path nor account nor text.
        #expect(carried.starts(with: [0x16, 0x03]))
        for plain in [text, "/v1/", "Holdfast ", bob] {
            #expect(carried.firstRange(of: Array(plain.utf8)) == nil, "\(plain) can be read")
        }
    }

    @Test("A host of no_proxy is reached without the proxy, and so is a relay on this machine")
    func without() throws {
        let office = try Office()
        let proxy = try Proxy(Self.host + ":443", at: office.relay.place)
        for name in ["NO_PROXY", "no_proxy"] {
            let direct = try office.begin(
                try Machine(), ["HTTPS_PROXY=" + proxy.address, "\(name)=other.test,\(Self.host)"])
            #expect(direct.status == 9, "\(direct.status) \(direct.error)")
            #expect(direct.error.contains("nobody answers"), "\(direct.error)")
        }
        let plain = try RelayServer()
        let variables = ["http_proxy", "HTTPS_PROXY", "ALL_PROXY"].map { $0 + "=" + proxy.address }
        let local = try Machine(relay: "http://" + plain.place).run(
            ["account", "create", "--name", "a"], more: variables)
        #expect(local.status == 0, "\(local.error)")
        #expect(try proxy.requests.isEmpty)
    }

    @Test("A proxy that refuses is named, with its status, and so is the way out")
    func refusal() throws {
        let office = try Office()
        let proxy = try Proxy("other.test:443", at: office.relay.place)
        let refused = try office.begin(try Machine(), ["HTTPS_PROXY=" + proxy.address])
        #expect(refused.status == 9, "\(refused.status)")
        #expect(refused.error.contains("the proxy does not connect"), "\(refused.error)")
        #expect(refused.error.contains("403") && refused.error.contains("https_proxy"))
        #expect(try proxy.requests == ["CONNECT relay.test:443 HTTP/1.1"], "asked once")
    }
}
#endif
