import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("An Android backup has files and no key")
struct AndroidBackupTests {
    private static let app: AppIdentifier = "org.example.chat"

    private static func usedPhone() throws -> SimulatedPhone {
        let phone = SimulatedPhone(.androidPhone())
        let android = phone.launch(app).android
        try android.keystore.generateKey("key", KeySpec(.aes256GCM))
        try android.container.replaceFile("records", with: [1])
        try android.ledgerContainer.replaceFile("ledger", with: [2])
        return phone
    }

    @Test("a reinstallation brings back the records, not the ledger and not the key")
    func reinstallation() throws {
        let phone = try Self.usedPhone()
        let backup = try #require(phone.autoBackUp(Self.app))
        phone.reinstall(Self.app, restoring: backup)
        let android = phone.launch(Self.app).android
        #expect(try android.container.readFile("records") == [1])
        #expect(try android.ledgerContainer.readFile("ledger") == nil)
        #expect(try !android.keystore.hasKey("key"))
    }

    @Test("a restored phone has the records and no key", arguments: PhoneBackup.Kind.allCases)
    func restoredPhone(kind: PhoneBackup.Kind) throws {
        let phone = try Self.usedPhone()
        phone.restore(phone.backUp(kind))
        let android = phone.launch(Self.app).android
        #expect(try android.container.readFile("records") == [1])
        #expect(try android.ledgerContainer.readFile("ledger") == nil)
        #expect(try !android.keystore.hasKey("key"))
    }

    @Test("an app that is not there, or is too large for the cloud, has no backup")
    func noBackup() throws {
        let phone = try Self.usedPhone()
        #expect(phone.autoBackUp("org.example.other") == nil)
        let large = [UInt8](repeating: 0, count: AutoBackup.maximumByteCount)
        try phone.launch(Self.app).android.container.replaceFile("large", with: large)
        #expect(phone.autoBackUp(Self.app) == nil)
        #expect(phone.autoBackUp(Self.app, by: .deviceTransfer) != nil)
    }
}
