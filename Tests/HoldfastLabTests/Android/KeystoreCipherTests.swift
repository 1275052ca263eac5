import HoldfastAndroid
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("The simulated keystore encrypts")
struct KeystoreCipherTests {
    private static let app: AppIdentifier = "org.example.chat"

    @Test("what it encrypted it decrypts, in another process too")
    func roundTrip() throws {
        let phone = SimulatedPhone(.androidPhone())
        let first = phone.launch(Self.app).android.keystore
        try first.generateKey("key", KeySpec(.aes256GCM))
        let operation = try first.beginEncrypt("key")
        let sealed = try first.finishEncrypt(
            operation, SecretBytes([1, 2, 3]), associatedData: [9])

        let second = phone.launch(Self.app).android.keystore
        let opening = try second.beginDecrypt("key", nonce: operation.nonce)
        let plaintext = try second.finishDecrypt(opening, sealed, associatedData: [9])
        #expect(plaintext == SecretBytes([1, 2, 3]))
        #expect(operation.nonce.count == 12)
        #expect(sealed.count == 19)
    }

    @Test("changed bytes and other associated data are refused as AEADBadTagException")
    func changedBytes() throws {
        let phone = SimulatedPhone(.androidPhone())
        let keystore = phone.launch(Self.app).android.keystore
        try keystore.generateKey("key", KeySpec(.aes256GCM))
        let operation = try keystore.beginEncrypt("key")
        var sealed = try keystore.finishEncrypt(
            operation, SecretBytes([1, 2, 3]), associatedData: [])
        let opening = try keystore.beginDecrypt("key", nonce: operation.nonce)
        sealed[0] ^= 1
        let error = #expect(throws: JavaException.self) {
            try keystore.finishDecrypt(opening, sealed, associatedData: [])
        }
        #expect(error?.className == "javax.crypto.AEADBadTagException")
        #expect(error?.causes.first?.keystoreCode == -30)
    }

    @Test("a key that was deleted is null, and deleting it again is no error")
    func deletion() throws {
        let phone = SimulatedPhone(.androidPhone())
        let keystore = phone.launch(Self.app).android.keystore
        try keystore.generateKey("key", KeySpec(.aes256GCM))
        #expect(try keystore.hasKey("key"))
        try keystore.deleteKey("key")
        try keystore.deleteKey("key")
        #expect(try !keystore.hasKey("key"))
        #expect(try keystore.aliases().isEmpty)
    }

    @Test("P12: two processes draw different bytes, and the same seed draws them again")
    func randomStreams() throws {
        let draws = try (0..<2).map { _ in
            let phone = SimulatedPhone(.androidPhone(), seed: 7)
            return try (0..<2).map { _ in
                try phone.launch(Self.app).android.random.bytes(16)
            }
        }
        #expect(draws[0][0] != draws[0][1])
        #expect(draws[0] == draws[1])
    }

    @Test("the lock is observed from outside of the phone's state, by living processes only")
    func observation() {
        let phone = SimulatedPhone(.androidPhone())
        let living = phone.launch(Self.app)
        let dead = phone.launch(Self.app)
        let changes = Locked<[String]>([])
        let device = living.android.device
        let first = device.observeLock {
            let isLocked = device.isDeviceLocked
            changes.withLock { $0.append(isLocked ? "locked" : "unlocked") }
        }
        let second = dead.android.device.observeLock {
            changes.withLock { $0.append("a dead process was told") }
        }
        dead.kill()
        phone.send(.lock)
        phone.send(.lock)
        phone.send(.unlock)
        withExtendedLifetime((first, second)) {}
        #expect(changes.withLock { $0 } == ["locked", "unlocked"])
    }
}
