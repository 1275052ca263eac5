import HoldfastRelayClient
import Testing

@Suite("Where a relay is")
struct AddressTests {
    @Test(
        "An address has one form, whatever is typed",
        arguments: [
            ("https://relay.example", "https://relay.example"),
            ("https://relay.example/", "https://relay.example"),
            ("HTTPS://Relay.Example:443", "https://relay.example"),
            ("https://relay.example:8443", "https://relay.example:8443"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
            ("http://127.0.0.1:80", "http://127.0.0.1"),
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ])
    func form(text: String, origin: String) throws {
        #expect(try RelayAddress(text).origin == origin)
    }

    @Test(
        "What is no address is refused",
        arguments: [
            "", "relay.example", "ftp://relay.example", "https://", "https://:80",
            "https://relay.example/path", "https://relay.example?x", "https://relay.example:",
            "https://relay.example:0", "https://relay.example:65536", "https://relay.example:+1",
            "https://user@relay.example", "https://relay.example#x", "https://re lay.example",
            "https://[::1", "https://[]", "https://[::1]x", "https://relay.example\r\nX: y",
            "https://rel\u{e4}y.example",
        ])
    func malformed(text: String) {
        #expect(throws: RelayAddress.Fault.malformed) { try RelayAddress(text) }
    }

    @Test("A very long address is refused")
    func long() {
        let text = "https://" + String(repeating: "a", count: 1 << 20)
        #expect(throws: RelayAddress.Fault.malformed) { try RelayAddress(text) }
    }

    @Test(
        "P8: Without TLS only this machine is reached, and names that begin like it are not it",
        arguments: [
            "http://relay.example", "http://127.0.0.1.example", "http://127.evil.example.org",
            "http://localhost.example", "http://10.0.0.1", "http://[::2]", "http://127.0.0",
        ])
    func unencrypted(text: String) {
        #expect(throws: RelayAddress.Fault.unencrypted) { try RelayAddress(text) }
    }
}
