public import HoldfastCore
public import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// Signs a backup with the key of the device's identity, wherever it is kept.
public struct IdentityBackupSigner: BackupSigner {
    private let keys: IdentityKeys

    /// Takes the identity's keys; nothing is asked of them yet.
    ///
    /// - Parameter keys: the keys of the record that the account's log knows.
    public init(_ keys: IdentityKeys) { self.keys = keys }

    /// The device, as the account's log has it.
    public var device: DeviceID { keys.record.device.id }

    /// Signs a message, and checks that the key is still the one that the account knows.
    ///
    /// - Parameter message: the message.
    /// - Returns: the signature, with its low s.
    /// - Throws: what the key's store answered; `KEY_INVALIDATED` if there is no such key or another.
    public func signature(for message: [UInt8]) async throws(KeychainError) -> P256Signature {
        do throws(IdentityKeyError) {
            return try await keys.signature(for: message)
        } catch {
            throw error.asStoreError
        }
    }
}

extension IdentityKeyError {
    /// The same as one of the codes that an app handles already (P11).
    var asStoreError: KeychainError {
        switch self {
        case .keychain(let error): error
        case .missing, .foreign:
            KeychainError(
                .keyInvalidated, "the key of the device's identity is not there",
                advice: "open the identity again")
        case .crypto(let error): RecoveryError.crypto(error).keychainError
        }
    }
}
