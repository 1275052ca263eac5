import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite struct CredentialTests {
    @Test("a credential is the name's count in two bytes, the name, the password")
    func encoding() async throws {
        let store = MemoryStore()
        let key = try ItemKey(service: "s", account: "a")
        let credential = try Credential(
            userName: "\u{f6}n", password: SecretBytes([0, 0xff, 0x61]))
        try await store.writeCredential(credential, for: key)
        let bytes = try await store.read(key)?.value.copyBytes()
        #expect(bytes == [0, 3, 0xc3, 0xb6, 0x6e, 0, 0xff, 0x61])
        #expect(try await store.attributes(of: key)?.kind == .credential)
    }

    @Test(
        "a name of 65 535 bytes and one beyond two byte counts come back",
        arguments: [255, 256, 65_535])
    func longNames(count: Int) async throws {
        let store = MemoryStore()
        let key = try ItemKey(service: "s", account: "a")
        let name = String(repeating: "x", count: count)
        let credential = try Credential(userName: name, password: SecretBytes([]))
        try await store.writeCredential(credential, for: key)
        #expect(try await store.readCredential(key) == credential)
    }

    @Test("P11: a user name that breaks a rule is INVALID_ARGUMENT")
    func badNames() {
        for name in ["", "a\0b", "\0", String(repeating: "x", count: 65_536)] {
            let error = #expect(throws: KeychainError.self) {
                try Credential(userName: name, password: SecretBytes([]))
            }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test(
        "P1: bytes that are no credential are DATA_CORRUPTED",
        arguments: [
            [], [0], [0, 0], [0, 0, 0x61], [0, 1], [0, 2, 0x61], [0xff, 0xff, 0x61], [0, 1, 0xff],
            [0, 1, 0], [0, 2, 0xc3, 0x28], [0, 3, 0xed, 0xa0, 0x80],
        ] as [[UInt8]])
    func malformed(bytes: [UInt8]) async throws {
        let store = MemoryStore()
        let key = try ItemKey(service: "s", account: "a")
        try await store.write(
            SecretBytes(bytes), for: key, options: WriteOptions(kind: .credential))
        let error = await #expect(throws: KeychainError.self) {
            try await store.readCredential(key)
        }
        #expect(error?.code == .dataCorrupted)
        #expect(try await store.read(key)?.value == SecretBytes(bytes))
    }

    @Test("P10: a credential shows no password")
    func hidden() throws {
        let credential = try Credential(userName: "ann", password: SecretBytes(utf8: "mArKeR"))
        var dumped = ""
        dump(credential, to: &dumped)
        for text in ["\(credential)", String(reflecting: credential), dumped] {
            #expect(!text.contains("mArKeR"))
        }
    }
}
