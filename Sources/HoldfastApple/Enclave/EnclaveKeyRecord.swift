import HoldfastCore
import HoldfastCrypto

/// A key of the Secure Enclave as the keychain keeps it: public key and wrapped private key.
///
/// Magic, format, public key, and the Enclave's blob to the end.
struct EnclaveKeyRecord: Sendable {
    let publicKey: P256PublicKey
    let blob: [UInt8]

    private static let magic = Array("HFek".utf8)
    private static let format: UInt8 = 1

    var encoded: SecretBytes {
        SecretBytes(Self.magic + [Self.format] + publicKey.bytes + blob)
    }

    init(publicKey: P256PublicKey, blob: [UInt8]) {
        self.publicKey = publicKey
        self.blob = blob
    }

    /// Takes an item's value.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is no key, `UNSUPPORTED` for a newer format.
    init(decoding value: SecretBytes) throws(KeychainError) {
        let bytes = value.copyBytes()
        let front = Self.magic.count + 1
        guard bytes.starts(with: Self.magic), bytes.count > front + P256PublicKey.byteCount else {
            throw Self.isNoKey
        }
        guard bytes[Self.magic.count] <= Self.format else {
            throw KeychainError(.unsupported, "the device key is of a newer format")
        }
        do throws(CryptoError) {
            publicKey = try P256PublicKey(
                Array(bytes[front..<(front + P256PublicKey.byteCount)]))
        } catch {
            throw Self.isNoKey
        }
        blob = Array(bytes[(front + P256PublicKey.byteCount)...])
    }

    static let isNoKey = KeychainError(
        .dataCorrupted, "what lies in the place of the device key is none")
}

extension DeviceKeyUse {
    /// What the item of such a key says that it is.
    var enclaveKind: ItemKind {
        switch self {
        case .signing: .signingKey
        case .keyAgreement: .keyAgreementKey
        }
    }

    /// The platform's type of such a key.
    var enclaveUse: SecureEnclaveKeyUse {
        switch self {
        case .signing: .signing
        case .keyAgreement: .keyAgreement
        }
    }

    /// What a prompt for such a key is about.
    var operation: AuthenticationOperation {
        switch self {
        case .signing: .useKeySign
        case .keyAgreement: .useKeyKeyExchange
        }
    }

    /// The use of the key that an item is.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is none.
    static func use(of item: ItemAttributes) throws(KeychainError) -> DeviceKeyUse {
        guard let use = allCases.first(where: { $0.enclaveKind == item.kind }) else {
            throw EnclaveKeyRecord.isNoKey
        }
        return use
    }
}
