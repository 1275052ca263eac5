import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("Prompts of an Android phone")
struct AndroidPromptTests {
    private static let app: AppIdentifier = "org.example.chat"

    @Test(
        "a prompt for one key's operation opens that operation, and time-bound keys, and no other")
    func oneOperation() async throws {
        let phone = SimulatedPhone(.androidPhone())
        let android = phone.launch(Self.app).android
        phone.send(.foreground(Self.app))
        try android.keystore.generateKey(
            "each", KeySpec(.aes256GCM, authenticators: .biometricStrong))
        try android.keystore.generateKey(
            "timed",
            KeySpec(.aes256GCM, authenticators: .biometricStrong, authValiditySeconds: 10))
        #expect(throws: JavaException.self) { try android.keystore.beginEncrypt("timed") }
        let asked = try android.keystore.beginEncrypt("each")
        let other = try android.keystore.beginEncrypt("each")
        let number = await android.biometricPrompt.authenticate(
            .standard, .biometricStrong, for: asked)
        #expect(number == 0)
        #expect(phone.promptCount == 1)
        _ = try android.keystore.beginEncrypt("timed")
        let secret = SecretBytes([1])
        _ = try android.keystore.finishEncrypt(asked, secret, associatedData: [])
        #expect(throws: JavaException.self) {
            try android.keystore.finishEncrypt(other, secret, associatedData: [])
        }
    }

    @Test("an operation belongs to the process that began it")
    func otherProcess() throws {
        let phone = SimulatedPhone(.androidPhone())
        let first = phone.launch(Self.app).android.keystore
        let second = phone.launch(Self.app).android.keystore
        try first.generateKey("key", KeySpec(.aes256GCM))
        let operation = try first.beginEncrypt("key")
        second.abandon(operation)
        #expect(throws: JavaException.self) {
            try second.finishEncrypt(operation, SecretBytes([1]), associatedData: [])
        }
        _ = try first.finishEncrypt(operation, SecretBytes([1]), associatedData: [])
    }

    @Test("an abandoned operation makes room and cannot be finished")
    func abandoned() throws {
        let phone = SimulatedPhone(.androidPhone())
        let keystore = phone.launch(Self.app).android.keystore
        try keystore.generateKey("key", KeySpec(.aes256GCM))
        let kept = try keystore.beginEncrypt("key")
        for _ in 0..<32 { keystore.abandon(try keystore.beginEncrypt("key")) }
        _ = try keystore.finishEncrypt(kept, SecretBytes([1]), associatedData: [])
        let gone = try keystore.beginEncrypt("key")
        keystore.abandon(gone)
        #expect(throws: JavaException.self) {
            try keystore.finishEncrypt(gone, SecretBytes([1]), associatedData: [])
        }
    }

    @Test("a prompt in the background is not shown, so nobody is asked")
    func background() async {
        let phone = SimulatedPhone(.androidPhone())
        let android = phone.launch(Self.app).android
        let number = await android.biometricPrompt.authenticate(
            .standard, .biometricStrong, for: nil)
        #expect(number == SilentPrompt.noActivity)
        #expect(phone.promptCount == 0)
    }

    /// The constant belongs to every conformer.
    private struct SilentPrompt: BiometricPromptCalls {
        func canAuthenticate(_ authenticators: KeySpec.Authenticators) -> Int { 0 }

        func authenticate(
            _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
            for operation: KeystoreOperation?
        ) async -> Int { Self.noActivity }
    }
}
