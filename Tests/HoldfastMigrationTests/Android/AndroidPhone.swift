import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration

/// A simulated Android phone with an app in front that changes libraries.
struct AndroidPhone {
    let phone = SimulatedPhone(.androidPhone())
    let app: AppIdentifier = "org.example.chat"
    /// RSA is slow to make, so all phones of a run have one pair.
    static let pair = Result { () throws(CryptoError) in try ForeignRSAPair() }

    init() {
        phone.send(.install(app))
        phone.send(.foreground(app))
    }

    /// What another process of the app reaches.
    var platform: AndroidPlatform { phone.launch(app).android }

    /// A source of another process, on the app's files.
    func source(_ library: AndroidLibrary, prompt: Prompt? = nil) -> AndroidSource {
        let platform = platform
        return AndroidSource(
            library, in: platform, sharedPreferences: platform.container,
            dataStore: platform.container, prompt: prompt)
    }

    /// Moves everything of a library into the store of another process of the app.
    func migrate(
        _ library: AndroidLibrary, _ options: MigrationOptions, prompt: Prompt? = nil
    ) async throws(KeychainError) -> MigrationReport {
        let platform = platform
        let source = AndroidSource(
            library, in: platform, sharedPreferences: platform.container,
            dataStore: platform.container, prompt: prompt)
        return try await Migration(from: source, to: AndroidVault(platform)).run(options)
    }

    /// A value in the store.
    func value(_ service: String, _ name: String) async throws -> SecretBytes? {
        try await AndroidVault(platform).read(ItemKey(service: service, account: name))?.value
    }

    // MARK: - Files

    /// Writes preferences as `XmlUtils.writeMapXml` does, and perhaps a number beside the texts.
    func layPreferences(
        _ name: String, _ texts: [(String, String)], withNumber: Bool = true
    ) throws(KeychainError) {
        var xml = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n"
        for (key, text) in texts {
            xml += "    <string name=\"\(Self.escaped(key))\">\(Self.escaped(text))</string>\n"
        }
        if withNumber { xml += "    <int name=\"launches\" value=\"3\" />\n" }
        xml += "</map>\n"
        try platform.container.replaceFile("\(name).xml", with: Array(xml.utf8))
    }

    /// Writes preferences as Jetpack's DataStore does, and a flag beside the texts.
    func layDataStore(_ name: String, _ texts: [(String, String)]) throws(KeychainError) {
        var bytes: [UInt8] = []
        for (key, text) in texts {
            let value = Proto.bytes(6, Array(text.utf8))
            bytes += Proto.bytes(1, Proto.bytes(1, Array(key.utf8)) + Proto.bytes(2, value))
        }
        bytes += Proto.bytes(
            1, Proto.bytes(1, Array("seen".utf8)) + Proto.bytes(2, Proto.number(1, 1)))
        try platform.container.replaceFile("\(name).preferences_pb", with: bytes)
    }

    /// A file as text; `nil` if there is none.
    func text(of file: String) throws(KeychainError) -> String? {
        try platform.container.readFile(file).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\n": "&#10;"
            default: String(character)
            }
        }.joined()
    }

    // MARK: - Keys

    /// Makes a key of the Keystore as a library does, and seals with it: nonce, ciphertext, tag.
    func seal(
        _ value: SecretBytes, _ alias: String, _ spec: KeySpec = KeySpec(.aes256GCM)
    ) async throws -> [UInt8] {
        let platform = platform
        let keystore = platform.keystore
        if try !keystore.hasKey(alias) { try keystore.generateKey(alias, spec) }
        let prompt = Prompt(title: "Save")
        if let authenticators = spec.authenticators, spec.authValiditySeconds > 0 {
            _ = await platform.biometricPrompt.authenticate(prompt, authenticators, for: nil)
        }
        let operation = try platform.keystore.beginEncrypt(alias)
        if let authenticators = spec.authenticators, spec.authValiditySeconds == 0 {
            _ = await platform.biometricPrompt.authenticate(prompt, authenticators, for: operation)
        }
        let sealed = try platform.keystore.finishEncrypt(operation, value, associatedData: [])
        return operation.nonce + sealed
    }
}

/// Fields of Protocol Buffers as they are written.
enum Proto {
    static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] {
        variable(field << 3) + variable(value)
    }

    static func bytes(_ field: UInt64, _ value: [UInt8]) -> [UInt8] {
        variable(field << 3 | 2) + variable(UInt64(value.count)) + value
    }

    private static func variable(_ value: UInt64) -> [UInt8] {
        var (rest, bytes): (UInt64, [UInt8]) = (value, [])
        while rest > 0x7f {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}

/// Bytes as other libraries write them as text.
enum Text {
    /// `android.util.Base64` with `DEFAULT`: a line break after 76 characters and at the end.
    static func lines(_ bytes: [UInt8]) -> String {
        let all = Array(base64(bytes))
        return stride(from: 0, to: all.count, by: 76)
            .map { String(all[$0..<min($0 + 76, all.count)]) + "\n" }.joined()
    }

    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = Array(bytes[start..<min(start + 3, bytes.count)])
            let group = (part + [0, 0])[..<3].reduce(0) { $0 << 8 | Int($1) }
            for index in 0..<4 {
                text.append(index <= part.count ? alphabet[group >> (18 - 6 * index) & 63] : "=")
            }
        }
        return text
    }

    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    static func bytes(hex text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
