import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("An Android phone plays the same run again")
struct AndroidTraceTests {
    private static let app: AppIdentifier = "org.example.chat"

    /// What a run leaves: its trace and the bytes that it made.
    private struct Run: Equatable {
        let trace: [String]
        let bytes: [UInt8]
    }

    private static func run(seed: UInt64) async throws -> Run {
        let phone = SimulatedPhone(.androidPhone(), seed: seed)
        let android = phone.launch(app).android
        phone.send(.foreground(app))
        try android.keystore.generateKey("key", KeySpec(.aes256GCM))
        try android.keystore.generateKey(
            "asks", KeySpec(.aes256GCM, authenticators: .biometricStrong))
        try android.keystore.generateKey("sign", KeySpec(.p256Sign))
        let operation = try android.keystore.beginEncrypt("key")
        var bytes = try android.keystore.finishEncrypt(
            operation, SecretBytes([1, 2]), associatedData: [])
        bytes += operation.nonce
        bytes += try android.keystore.publicKey("sign") ?? []
        bytes += try android.random.bytes(8)
        let signing = try android.keystore.beginSign("sign")
        _ = try android.keystore.finishSign(signing, [1])
        let asking = try android.keystore.beginEncrypt("asks")
        phone.answerNextPrompts(.failsBiometry, .waits)
        for _ in 0..<2 {
            bytes.append(
                UInt8(
                    await android.biometricPrompt.authenticate(
                        .standard, .biometricStrong, for: asking)))
        }
        try android.container.replaceFile("records", with: bytes)
        phone.send(.lock)
        return Run(trace: phone.trace.map(\.description), bytes: bytes)
    }

    @Test("P12: the same seed gives the same trace and the same bytes, in parallel too")
    func sameSeed() async throws {
        let first = try await Self.run(seed: 5)
        let others = try await withThrowingTaskGroup(of: Run.self) { group in
            for _ in 0..<32 { group.addTask { try await Self.run(seed: 5) } }
            return try await group.reduce(into: [Run]()) { $0.append($1) }
        }
        #expect(others.allSatisfy { $0 == first })
        #expect(!first.trace.isEmpty)
    }

    @Test("another seed gives other keys and nonces, and the same trace")
    func otherSeed() async throws {
        let first = try await Self.run(seed: 5)
        let second = try await Self.run(seed: 6)
        #expect(first.bytes != second.bytes)
        #expect(first.trace == second.trace)
    }

    @Test("two phones of one seed have keys of their own")
    func hardware() throws {
        let keys = try (1...2).map { hardware in
            let phone = SimulatedPhone(.androidPhone(), hardware: hardware, seed: 5)
            let keystore = phone.launch(Self.app).android.keystore
            try keystore.generateKey("sign", KeySpec(.p256Sign))
            return try keystore.publicKey("sign")
        }
        #expect(keys[0] != keys[1])
    }

    @Test("a line of the trace says who called what about which key, and what came back")
    func lines() throws {
        let phone = SimulatedPhone(.androidPhone())
        let keystore = phone.launch(Self.app).android.keystore
        try keystore.generateKey("key", KeySpec(.aes256GCM, needsUnlockedDevice: true))
        phone.send(.lock)
        #expect(throws: JavaException.self) { try keystore.beginEncrypt("key") }
        #expect(
            phone.trace.map(\.description) == [
                "event: org.example.chat is installed",
                "1. process 1: KeyGenerator.generateKey key → done",
                "event: the screen locks",
                "2. process 1: Cipher.init(encrypt) key → InvalidKeyException (-72)",
            ])
    }
}
