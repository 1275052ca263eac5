#if !canImport(CryptoKit)
import HoldfastCore
import HoldfastCrypto

/// The keys of a keyset of Tink, as far as Jetpack's encrypted preferences have them.
///
/// - Note: Tink `proto/tink.proto` (`Keyset`, `EncryptedKeyset`), `proto/aes_gcm.proto`,
///   `proto/aes_siv.proto`, and "Wire format" in Tink's documentation.
struct TinkKeyset: Sendable {
    private struct Key: Sendable {
        /// What stands in front of everything that the key has sealed; may be empty.
        let prefix: [UInt8]
        let algorithm: Algorithm
        let secret: SecretBytes
    }

    private enum Algorithm: String, Sendable {
        case aesGCM = "type.googleapis.com/google.crypto.tink.AesGcmKey"
        case aesSIV = "type.googleapis.com/google.crypto.tink.AesSivKey"
    }

    private let keys: [Key]

    /// The ciphertext of a keyset that a master key wraps.
    ///
    /// - Parameter hex: as it stands among the preferences.
    /// - Returns: the nonce and the ciphertext with its tag, for AES-GCM without associated data.
    /// - Throws: `DATA_CORRUPTED`, or `UNSUPPORTED` for a keyset that is not wrapped.
    static func wrapped(
        _ hex: String
    ) throws(KeychainError) -> (nonce: [UInt8], ciphertext: [UInt8]) {
        guard let bytes = ForeignText.hex(hex) else { throw damaged }
        let content = bytes.withUnsafeBytes { memory in
            Result { () throws(KeychainError) in try encryptedKeyset(memory) }
        }
        let wrapped = Array(bytes[try content.get()])
        // `AndroidKeystoreAesGcm.java`: the nonce of 12 bytes stands in front.
        guard wrapped.count >= 28 else { throw damaged }
        return (Array(wrapped[..<12]), Array(wrapped[12...]))
    }

    /// Takes a keyset that was unwrapped.
    ///
    /// - Throws: `DATA_CORRUPTED` for anything but a keyset, `UNSUPPORTED` for a key of another kind.
    init(_ keyset: SecretBytes) throws(KeychainError) {
        keys = try keyset.withUnsafeBytes { (memory) throws(KeychainError) in
            var reader = ProtobufReader(memory, memory.indices)
            var keys: [Key] = []
            while let field = try reader.next() {
                guard field.number == 2, case .bytes(let range) = field.value else { continue }
                if let key = try Self.key(memory, range) { keys.append(key) }
            }
            return keys
        }
        if keys.isEmpty { throw Self.damaged }
    }

    /// Opens what one of the keys has sealed.
    ///
    /// - Throws: `DATA_CORRUPTED` if none has.
    func open(_ sealed: [UInt8], associatedData: [UInt8]) throws(KeychainError) -> SecretBytes {
        for key in keys where sealed.starts(with: key.prefix) {
            do throws(CryptoError) {
                return try Self.open(
                    Array(sealed.dropFirst(key.prefix.count)), key, associatedData)
            } catch {
                // Another key may have the same prefix, which for some is none.
                guard error.reason == .authenticationFailed || error.reason == .invalidLength
                else { throw ForeignSeal.failure(error) }
            }
        }
        throw ForeignSeal.notAuthentic
    }

    private static func open(
        _ sealed: [UInt8], _ key: Key, _ associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        switch key.algorithm {
        case .aesSIV:
            try ForeignCipher.aes256SIV.open(
                sealed, key: key.secret, associatedData: associatedData)
        case .aesGCM:
            try AES256GCM.open(
                Array(sealed.dropFirst(12)), key: key.secret, nonce: Array(sealed.prefix(12)),
                associatedData: associatedData)
        }
    }

    private static func encryptedKeyset(
        _ memory: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Range<Int> {
        var reader = ProtobufReader(memory, memory.indices)
        var found: Range<Int>?
        while let field = try reader.next() {
            // A keyset that nothing wraps begins with the number of its first key.
            if field.number == 1, case .number = field.value { throw unwrapped }
            if field.number == 2, case .bytes(let range) = field.value { found = range }
        }
        guard let found else { throw damaged }
        return found
    }

    /// One key; `nil` for one that is not to be used.
    private static func key(
        _ memory: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(KeychainError) -> Key? {
        var reader = ProtobufReader(memory, range)
        var data: Range<Int>?
        var (status, id, prefixType): (UInt64, UInt64, UInt64) = (0, 0, 0)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let range)): data = range
            case (2, .number(let number)): status = number
            case (3, .number(let number)): id = number
            case (4, .number(let number)): prefixType = number
            default: continue
            }
        }
        // ENABLED.
        guard status == 1 else { return nil }
        guard let data, let id = UInt32(exactly: id) else { throw damaged }
        let (algorithm, secret) = try keyData(memory, data)
        return Key(
            prefix: try prefix(prefixType, id), algorithm: algorithm, secret: secret)
    }

    private static func prefix(
        _ type: UInt64, _ id: UInt32
    ) throws(KeychainError) -> [UInt8] {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id >> UInt32($0)) }
        switch type {
        // TINK, and RAW. LEGACY and CRUNCHY are not what the preferences are made with.
        case 1: return [1] + bytes
        case 3: return []
        default: throw otherKind
        }
    }

    private static func keyData(
        _ memory: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(KeychainError) -> (Algorithm, SecretBytes) {
        var reader = ProtobufReader(memory, range)
        var (type, value): (String?, Range<Int>?) = (nil, nil)
        while let field = try reader.next() {
            guard case .bytes(let range) = field.value else { continue }
            if field.number == 1 { type = String(decoding: memory[range], as: UTF8.self) }
            if field.number == 2 { value = range }
        }
        guard let type, let value else { throw damaged }
        guard let algorithm = Algorithm(rawValue: type) else { throw otherKind }
        return (algorithm, try secret(memory, value, algorithm))
    }

    private static func secret(
        _ memory: UnsafeRawBufferPointer, _ range: Range<Int>, _ algorithm: Algorithm
    ) throws(KeychainError) -> SecretBytes {
        let (place, count): (UInt64, Int) = algorithm == .aesGCM ? (3, 32) : (2, 64)
        var reader = ProtobufReader(memory, range)
        var secret: SecretBytes?
        while let field = try reader.next() {
            if field.number == 1, case .number(let version) = field.value, version != 0 {
                throw otherKind
            }
            guard field.number == place, case .bytes(let range) = field.value else { continue }
            secret = SecretBytes(copying: UnsafeRawBufferPointer(rebasing: memory[range]))
        }
        guard let secret, secret.count == count else { throw otherKind }
        return secret
    }

    private static let damaged = KeychainError(
        .dataCorrupted, "the keyset of the encrypted preferences is not one of Tink's")
    private static let unwrapped = KeychainError(
        .unsupported, "the keyset of the encrypted preferences is wrapped by no key",
        advice: ForeignSeal.oldLibrary)
    private static let otherKind = KeychainError(
        .unsupported, "the encrypted preferences have keys of another kind than Jetpack makes",
        advice: ForeignSeal.oldLibrary)
}
#endif
