import HoldfastCore
import HoldfastCrypto

/// A key of the Keystore that a store uses, and the data key that it wraps.
struct KeyRecord: Sendable, Equatable {
    /// What the key is for.
    enum Role: Sendable, Equatable {
        /// The store's sentinel: wraps the key of names and of the file's tag. Bound to nothing, so
        /// that it opens whenever the Keystore answers.
        case sentinel
        /// Wraps the data key of the values under a protection; of one item alone if its access
        /// control asks at every use.
        case data(ItemProtection)
        /// Wraps nothing: it is invalidated when the enrolled biometrics change, and says so
        /// without a prompt.
        case biometricWitness
        /// Wraps nothing: it is invalidated with the lock screen, and says so without a prompt.
        case lockScreenWitness
    }

    let id: KeyID
    let role: Role
    /// Whether the key lives in StrongBox.
    let isStrongBoxBacked: Bool
    /// The data key as the Keystore sealed it; `nil` for a witness.
    let wrapped: WrappedKey?

    /// A data key, sealed by the Keystore.
    struct WrappedKey: Sendable, Equatable {
        static let sealedByteCount = AES256GCM.keyByteCount + AES256GCM.tagByteCount

        /// As the Keystore drew it, 12 bytes.
        let nonce: [UInt8]
        /// Ciphertext and tag, 48 bytes.
        let sealed: [UInt8]
    }

    /// What the Keystore binds a data key to: the store and all that the record says of the key.
    func associatedData(in store: StoreID) -> [UInt8] {
        ByteWriter.encode(reserving: 64) { writer in
            writer.put("holdfast/android/key/v1".utf8)
            writer.put(store.bytes)
            encodeFacts(into: &writer)
        }
    }
}

extension KeyRecord {
    func encode(into writer: inout ByteWriter) {
        encodeFacts(into: &writer)
        if let wrapped {
            writer.put(wrapped.nonce)
            writer.put(wrapped.sealed)
        }
    }

    init?(decoding reader: inout ByteReader) {
        guard let id = reader.array(KeyID.byteCount), let role = Self.role(from: &reader),
            let isStrongBoxBacked = reader.number(UInt8.self), isStrongBoxBacked <= 1
        else { return nil }
        var wrapped: WrappedKey?
        if role.wrapsDataKey {
            guard let nonce = reader.array(AES256GCM.nonceByteCount),
                let sealed = reader.array(WrappedKey.sealedByteCount)
            else { return nil }
            wrapped = WrappedKey(nonce: nonce, sealed: sealed)
        }
        self.init(
            id: KeyID(bytes: id), role: role, isStrongBoxBacked: isStrongBoxBacked == 1,
            wrapped: wrapped)
    }

    private func encodeFacts(into writer: inout ByteWriter) {
        writer.put(id.bytes)
        writer.put(role.formatCode)
        if case .data(let protection) = role { protection.encode(into: &writer) }
        writer.put(UInt8(isStrongBoxBacked ? 1 : 0))
    }

    private static func role(from reader: inout ByteReader) -> Role? {
        switch reader.number(UInt8.self) {
        case Role.Code.sentinel: .sentinel
        case Role.Code.data: ItemProtection(decoding: &reader).map(Role.data)
        case Role.Code.biometricWitness: .biometricWitness
        case Role.Code.lockScreenWitness: .lockScreenWitness
        default: nil
        }
    }
}

extension KeyRecord.Role {
    /// Whether a key of this role wraps a data key.
    var wrapsDataKey: Bool {
        switch self {
        case .sentinel, .data: true
        case .biometricWitness, .lockScreenWitness: false
        }
    }

    fileprivate enum Code {
        static let sentinel: UInt8 = 1
        static let data: UInt8 = 2
        static let biometricWitness: UInt8 = 3
        static let lockScreenWitness: UInt8 = 4
    }

    fileprivate var formatCode: UInt8 {
        switch self {
        case .sentinel: Code.sentinel
        case .data: Code.data
        case .biometricWitness: Code.biometricWitness
        case .lockScreenWitness: Code.lockScreenWitness
        }
    }
}
