import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastMigration

/// Moving in from another library whose pair is in the Keystore of the Java machine.
extension JavaChecks {
    func runMigration() async {
        for isOAEP in [true, false] {
            do {
                try await checkFlutter(isOAEP)
            } catch {
                list.expect(false, "moving in threw \(error)")
            }
        }
    }

    private func checkFlutter(_ isOAEP: Bool) async throws {
        // A vault whose file is new finds the keys of none before it.
        for alias in try keystore.aliases() { try keystore.deleteKey(alias) }
        let wrapped = main.wrapForeign(isOAEP: isOAEP)
        list.expect(wrapped.count == 256, "a key is wrapped by an RSA pair")
        let key = SecretBytes([UInt8](1...16))
        let nonce = [UInt8](repeating: 9, count: 12)
        let sealed = try ForeignCipher.aes128GCM.seal(
            SecretBytes(utf8: "a value"), key: key, nonce: nonce, associatedData: [])
        let files = TestContainer()
        let padding =
            isOAEP ? "RSA_ECB_OAEPwithSHA_256andMGF1Padding" : "RSA_ECB_PKCS1Padding"
        try lay(
            "FlutterSecureStorageConfiguration",
            [
                ("FlutterSecureSAlgorithmKey", padding),
                ("FlutterSecureSAlgorithmStorage", "AES_GCM_NoPadding"),
            ], in: files)
        let keyName = "AESVGhpcyBpcyB0aGUga2V5IGZvciBhIHNlY3VyZSBzdG9yYWdlIEFFUyBLZXkK"
        try lay("FlutterSecureKeyStorage", [(keyName, base64(wrapped))], in: files)
        try lay("FlutterSecureStorage", [("prefix_name", base64(nonce + sealed))], in: files)
        let platform = runtime.platform(
            ledgerContainer: TestContainer(), container: TestContainer())
        let library = AndroidLibrary.flutterSecureStorage(package: "p", keyPrefix: "prefix")
        let source = AndroidSource(
            library, in: platform, sharedPreferences: files, dataStore: files)
        let vault = AndroidVault(platform)
        let report = try await Migration(from: source, to: vault).run(.init(removesSource: true))
        list.expect(report.isComplete && report.removedCount == 1, "the item moves: \(padding)")
        let copy = try await vault.read(
            ItemKey(service: "FlutterSecureStorage", account: "name"))?.value
        list.expect(copy == SecretBytes(utf8: "a value"), "with its value: \(padding)")
    }

    private func lay(
        _ name: String, _ texts: [(String, String)], in files: TestContainer
    ) throws(KeychainError) {
        let entries = texts.map { "<string name=\"\($0.0)\">\($0.1)</string>" }.joined()
        try files.replaceFile("\(name).xml", with: Array("<map>\(entries)</map>".utf8))
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let group = (Array(part) + [0, 0])[..<3].reduce(0) { $0 << 8 | Int($1) }
            for index in 0..<4 {
                text.append(index <= part.count ? letters[group >> (18 - 6 * index) & 63] : "=")
            }
        }
        return text
    }
}
