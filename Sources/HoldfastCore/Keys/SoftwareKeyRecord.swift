import HoldfastCrypto

/// What ``SoftwareKeyStore`` stores as an item's value: a private key, its use and its public key.
///
/// - Note: Standard: `docs/formats/software-key.md`.
struct SoftwareKeyRecord: Sendable {
    let use: DeviceKeyUse
    let key: P256PrivateKey

    init(use: DeviceKeyUse, key: P256PrivateKey) {
        self.use = use
        self.key = key
    }

    /// Reads what a store kept, and trusts none of it.
    init(decoding item: Item) throws(KeychainError) {
        guard let use = DeviceKeyUse(item.attributes.kind) else { throw Self.isNoKey }
        let key = try item.value.withUnsafeBytes { (bytes) throws(KeychainError) in
            try Self.key(bytes, use)
        }
        self.init(use: use, key: key)
    }

    /// The bytes to store, 103 of them.
    var encoded: SecretBytes {
        SecretBytes(count: Self.byteCount) { bytes in
            let front = Self.tag + [Self.version, use.formatCode] + key.publicKey.bytes
            bytes.copyBytes(from: front)
            key.scalar.withUnsafeBytes { scalar in
                UnsafeMutableRawBufferPointer(rebasing: bytes[front.count...])
                    .copyMemory(from: scalar)
            }
        }
    }

    private static func key(
        _ bytes: UnsafeRawBufferPointer, _ use: DeviceKeyUse
    ) throws(KeychainError) -> P256PrivateKey {
        var reader = ByteReader(bytes)
        guard reader.array(tag.count) == tag, let version = reader.number(UInt8.self) else {
            throw isNoKey
        }
        guard version == Self.version else {
            throw KeychainError(.unsupported, "the device key is of a newer format")
        }
        guard DeviceKeyUse(formatCode: reader.number(UInt8.self)) == use,
            let point = reader.array(P256PublicKey.byteCount),
            let scalar = reader.slice(P256PrivateKey.scalarByteCount),
            reader.remainingCount == 0
        else { throw isDamaged }
        let key = try privateKey(SecretBytes(copying: scalar))
        // A scalar that was changed would sign as somebody else, and an exchanged public key
        // would let somebody else sign as this device.
        guard key.publicKey.bytes == point else { throw isDamaged }
        return key
    }

    private static func privateKey(_ scalar: SecretBytes) throws(KeychainError) -> P256PrivateKey {
        do {
            return try P256PrivateKey(scalar: scalar)
        } catch {
            // Out of range is damage; anything else says nothing about what is stored.
            throw error.reason == .invalidParameter ? isDamaged : KeychainError(error)
        }
    }

    static var isNoKey: KeychainError {
        KeychainError(
            .dataCorrupted, "what lies in the place of the device key is no device key",
            advice: "keep items of the app's out of services that begin with"
                + " \(SoftwareKeyStore.servicePrefix)")
    }

    private static var isDamaged: KeychainError {
        KeychainError(.dataCorrupted, "the stored device key is not what was written")
    }

    private static let tag = Array("HFDK".utf8)
    private static let version: UInt8 = 1
    private static let byteCount =
        tag.count + 2 + P256PublicKey.byteCount + P256PrivateKey.scalarByteCount
}

extension SoftwareKeyRecord {
    func signature(for message: [UInt8]) throws(KeychainError) -> P256Signature {
        try require(.signing)
        return try crypto { () throws(CryptoError) in try key.signature(for: message) }
    }

    func sharedSecret(with peer: P256PublicKey) throws(KeychainError) -> SecretBytes {
        try require(.keyAgreement)
        return try crypto { () throws(CryptoError) in try key.sharedSecret(with: peer) }
    }

    private func require(_ wanted: DeviceKeyUse) throws(KeychainError) {
        guard use == wanted else {
            throw KeychainError(
                .invalidArgument, "the key is for \(use.rawValue), not for \(wanted.rawValue)")
        }
    }
}

extension DeviceKeyUse: FormatCoded {
    /// The byte that stands for it.
    package var formatCode: UInt8 {
        switch self {
        case .signing: 1
        case .keyAgreement: 2
        }
    }
}
