import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// What other libraries leave behind on the phone.
extension AndroidPhone {
    static let flutterPrefix = "VGhpcyBpcyB0aGUgcHJlZml4IGZvciBhIHNlY3VyZSBzdG9yYWdlCg"
    private static let flutterKey =
        "VGhpcyBpcyB0aGUga2V5IGZvciBhIHNlY3VyZSBzdG9yYWdlIEFFUyBLZXkK"

    /// flutter_secure_storage with a key that a pair of the Keystore wraps.
    ///
    /// Since version 10 the names of the ciphers stand beside the values and not among them.
    func layFlutter(
        _ items: [(String, String)], _ padding: RSAPadding = .oaepSHA256, storage: String? = nil,
        beside: Bool = true
    ) throws {
        let pair = try Self.pair.get()
        let key = SecretBytes([UInt8](1...16))
        let isOAEP = padding == .oaepSHA256
        let alias = "org.example.chat.FlutterSecureStoragePluginKey" + (isOAEP ? "OAEP" : "")
        phone.layForeignPair(pair, as: alias, padding, of: app)
        try layPreferences(
            "FlutterSecureKeyStorage",
            [("AES" + Self.flutterKey, Text.lines(try pair.wrap(key, padding)))])
        let ciphers = [
            (
                "FlutterSecureSAlgorithmKey",
                isOAEP ? "RSA_ECB_OAEPwithSHA_256andMGF1Padding" : "RSA_ECB_PKCS1Padding"
            ), ("FlutterSecureSAlgorithmStorage", storage ?? "AES_GCM_NoPadding"),
        ]
        if beside { try layPreferences("FlutterSecureStorageConfiguration", ciphers) }
        var entries = beside ? [] : ciphers
        for (index, (name, value)) in items.enumerated() {
            let nonce = [UInt8](repeating: UInt8(index), count: 12)
            let sealed = try ForeignCipher.aes128GCM.seal(
                SecretBytes(utf8: value), key: key, nonce: nonce, associatedData: [])
            entries.append((Self.flutterPrefix + "_" + name, Text.lines(nonce + sealed)))
        }
        try layPreferences("FlutterSecureStorage", entries)
    }

    /// flutter_secure_storage with a key that asks for a person at each use.
    func layGuardedFlutter(_ items: [(String, String)]) async throws {
        let spec = KeySpec(
            .aes256GCM, authenticators: [.biometricStrong, .deviceCredential],
            needsUnlockedDevice: true)
        let key = SecretBytes([UInt8](1...32))
        let wrapped = try await seal(key, "org.example.chat.FlutterSecureStoragePluginKey", spec)
        try layPreferences(
            "FlutterSecureKeyStorage",
            [
                ("KeyStoreIV1", Text.lines(Array(wrapped[..<12]))),
                ("B" + Self.flutterKey, Text.lines(Array(wrapped[12...]))),
            ])
        let cipher = "AES_GCM_NoPadding_BIOMETRIC"
        try layPreferences(
            "FlutterSecureStorageConfiguration",
            [("FlutterSecureSAlgorithmKey", cipher), ("FlutterSecureSAlgorithmStorage", cipher)])
        let entries = try items.enumerated().map { index, item in
            let nonce = [UInt8](repeating: UInt8(index), count: 12)
            let sealed = try AES256GCM.seal(
                SecretBytes(utf8: item.1), key: key, nonce: nonce, associatedData: [])
            return (Self.flutterPrefix + "_" + item.0, Text.lines(nonce + sealed))
        }
        try layPreferences("FlutterSecureStorage", entries)
    }

    /// The preferences that Tink made, with their keysets wrapped by a key of this phone.
    func layTinkSample(masterKeyAlias: String = "_androidx_security_master_key_") async throws {
        var entries: [(String, String)] = []
        let keysets = [
            ("key", TinkSample.nameKeyset), ("value", TinkSample.valueKeyset),
        ]
        for (kind, hex) in keysets {
            // Field 2, whose length takes two bytes: the nonce, the ciphertext and its tag.
            let whole = Text.bytes(hex: hex)
            let count = Int(whole[1] & 0x7f) | Int(whole[2]) << 7
            let wrapped = Array(whole[3..<(3 + count)])
            let keyset = try AES256GCM.open(
                Array(wrapped[12...]), key: SecretBytes(TinkSample.masterKey),
                nonce: Array(wrapped[..<12]), associatedData: [])
            let sealed = try await seal(keyset, masterKeyAlias)
            entries.append(
                (
                    "__androidx_security_crypto_encrypted_prefs_\(kind)_keyset__",
                    Text.hex(Proto.bytes(2, sealed) + whole[(3 + count)...])
                ))
        }
        entries += TinkSample.entries.values.map { ($0.name, $0.value) }
        try layPreferences(TinkSample.fileName, entries, withNumber: false)
    }

    /// react-native-keychain: user name, password and cipher of a service.
    func reactNativeEntries(
        _ service: String, _ name: String, _ password: String,
        cipher: String = "KeystoreAESGCM_NoAuth", _ spec: KeySpec = KeySpec(.aes256GCM)
    ) async throws -> [(String, String)] {
        let alias = service.isEmpty ? cipher : service
        let parts = [("u", name), ("p", password)]
        var entries = [("\(service):c", cipher)]
        for (letter, text) in parts {
            let sealed = try await seal(SecretBytes(utf8: text), alias, spec)
            entries.append(("\(service):\(letter)", Text.lines(sealed)))
        }
        return entries
    }

    /// react-native-keychain 10 with keys that take a biometric for 5 seconds: services sealed with
    /// AES-GCM, and services sealed with RSA.
    func layGuardedReactNative(
        _ sealed: [(String, String, String)], _ wrapped: [(String, String, String)]
    ) async throws {
        let spec = KeySpec(.aes256GCM, authenticators: .biometricStrong, authValiditySeconds: 5)
        var entries: [(String, String)] = []
        for (service, name, password) in sealed {
            entries += try await reactNativeEntries(
                service, name, password, cipher: "KeystoreAESGCM", spec)
        }
        let pair = try Self.pair.get()
        for (service, name, password) in wrapped {
            phone.layForeignPair(
                pair, as: service, .pkcs1, of: app, authenticators: .biometricStrong,
                authValiditySeconds: 5)
            entries.append(("\(service):c", "KeystoreRSAECB"))
            for (letter, text) in [("u", name), ("p", password)] {
                let bytes = try pair.wrap(SecretBytes(utf8: text), .pkcs1)
                entries.append(("\(service):\(letter)", Text.lines(bytes)))
            }
        }
        try layDataStore("RN_KEYCHAIN", entries)
        // Whoever was there to save has left.
        phone.send(.timePasses(60))
    }

    /// expo-secure-store: the JSON of one item.
    func expoEntry(
        _ name: String, _ value: String, service: String = "key_v1", isGuarded: Bool = false
    ) async throws -> (String, String) {
        let suffix = isGuarded ? "keystoreAuthenticated" : "keystoreUnauthenticated"
        let spec = KeySpec(.aes256GCM, authenticators: isGuarded ? .biometricStrong : nil)
        let sealed = try await seal(
            SecretBytes(utf8: value), "AES/GCM/NoPadding:\(service):\(suffix)", spec)
        let escaped = { (bytes: ArraySlice<UInt8>) in
            Text.base64(Array(bytes)).split(separator: "/", omittingEmptySubsequences: false)
                .joined(separator: "\\/")
        }
        let json =
            "{\"ct\":\"\(escaped(sealed[12...]))\",\"iv\":\"\(escaped(sealed[..<12]))\","
            + "\"tlen\":128,\"scheme\":\"aes\",\"usesKeystoreSuffix\":true,"
            + "\"keystoreAlias\":\"\(service)\",\"requireAuthentication\":\(isGuarded)}"
        return ("\(service)-\(name)", json)
    }
}
