public import HoldfastCore
public import HoldfastCrypto
import HoldfastWire

/// This device's two keys as operations, wherever they are kept.
public struct IdentityKeys: Sendable {
    /// Who this device is.
    public let record: IdentityRecord
    private let keys: any DeviceKeyStore
    private let agreementKeys: any DeviceKeyStore

    /// Takes the identity and its key stores.
    ///
    /// - Parameters:
    ///   - record: who this device is.
    ///   - parts: where its keys are.
    public init(_ record: IdentityRecord, in parts: IdentityParts) {
        self.init(record, keys: parts.keys, agreementKeys: parts.agreementKeys)
    }

    /// Takes the identity and its key stores.
    ///
    /// - Parameters:
    ///   - record: who this device is.
    ///   - keys: keeps the signing key.
    ///   - agreementKeys: keeps the agreement key.
    public init(
        _ record: IdentityRecord, keys: any DeviceKeyStore, agreementKeys: any DeviceKeyStore
    ) {
        self.record = record
        self.keys = keys
        self.agreementKeys = agreementKeys
    }

    /// Signs with the device's key, and checks that it is still the one that the account knows.
    ///
    /// - Parameter message: what ``SignaturePurpose`` gives for a structure.
    /// - Returns: the signature, in the one form that counts.
    /// - Throws: ``IdentityKeyError``.
    public func signature(for message: [UInt8]) async throws(IdentityKeyError) -> P256Signature {
        let answer: P256Signature?
        do throws(KeychainError) {
            answer = try await keys.signature(for: message, with: record.signingKeyName)
        } catch {
            throw .keychain(error)
        }
        guard let signature = answer?.withLowS else { throw .missing }
        let isKnown: Bool
        do throws(CryptoError) {
            isKnown = try record.device.signingKey.isValid(signature, for: message)
        } catch {
            throw .crypto(error)
        }
        guard isKnown else { throw .foreign }
        return signature
    }

    /// The device's key for agreement.
    package var agreementKey: KeptAgreementKey {
        KeptAgreementKey(
            publicKey: record.device.agreementKey, name: record.agreementKeyName,
            keys: agreementKeys)
    }
}

/// Why a device's key did not do its work.
public enum IdentityKeyError: Error, Sendable, Equatable {
    /// Its keeper failed, or it does not work now.
    case keychain(KeychainError)
    /// Its keeper answered that there is no such key: open the identity again.
    case missing
    /// Under its name there is another key: open the identity again.
    case foreign
    /// The library failed.
    case crypto(CryptoError)

    /// Whether it may work later, without anything having been done.
    public var isTemporary: Bool {
        switch self {
        case .keychain(let error): error.code != .keyInvalidated
        case .crypto: true
        case .missing, .foreign: false
        }
    }
}

/// A key for agreement that a key store keeps.
package struct KeptAgreementKey: AgreementKey {
    /// The key's public half.
    package let publicKey: P256PublicKey
    let name: ItemKey
    let keys: any DeviceKeyStore

    /// Agrees on a secret with the holder of another key.
    ///
    /// - Parameter peer: the other side's public key.
    /// - Returns: the first coordinate of the common point, 32 bytes.
    /// - Throws: ``IdentityKeyError``.
    package func sharedSecret(
        with peer: P256PublicKey
    ) async throws(IdentityKeyError) -> SecretBytes {
        let answer: SecretBytes?
        do throws(KeychainError) {
            answer = try await keys.sharedSecret(with: peer, using: name)
        } catch {
            throw .keychain(error)
        }
        guard let answer else { throw .missing }
        return answer
    }
}
