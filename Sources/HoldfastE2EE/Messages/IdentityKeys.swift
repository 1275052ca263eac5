public import HoldfastCore
public import HoldfastCrypto
package import HoldfastWire

/// This device's two keys as operations, wherever they are kept.
public struct IdentityKeys: Sendable {
    /// Who this device is.
    public let record: IdentityRecord
    private let sign: @Sendable ([UInt8]) async throws(KeychainError) -> P256Signature?
    /// The device's key for agreement.
    package let agreementKey: KeptAgreementKey

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
        let (signingName, agreementName) = (record.signingKeyName, record.agreementKeyName)
        sign = { (message) throws(KeychainError) in
            try await keys.signature(for: message, with: signingName)
        }
        agreementKey = KeptAgreementKey(publicKey: record.device.agreementKey) {
            (peer) throws(KeychainError) in
            try await agreementKeys.sharedSecret(with: peer, using: agreementName)
        }
    }

    /// Takes keys that are kept nowhere: a recovery recipient's, for the minute in which the person's
    /// phrase is there.
    ///
    /// - Parameters:
    ///   - device: what the account says of it.
    ///   - account: the account.
    ///   - signing: the private half of its signing key.
    ///   - agreement: the private half of its agreement key.
    /// - Throws: nothing that a caller could cause.
    package init(
        _ device: DeviceRecord, of account: AccountID, signing: P256PrivateKey,
        agreement: P256PrivateKey
    ) throws(KeychainError) {
        record = IdentityRecord(
            account: account, install: device.slot, device: device,
            signingKeyName: try IdentityNames.key("recovery-signing"),
            agreementKeyName: try IdentityNames.key("recovery-agreement"), presenceKeyName: nil)
        sign = { (message) throws(KeychainError) in
            try crypto { () throws(CryptoError) in try signing.signature(for: message) }
        }
        agreementKey = KeptAgreementKey(publicKey: device.agreementKey) {
            (peer) throws(KeychainError) in
            try crypto { () throws(CryptoError) in try agreement.sharedSecret(with: peer) }
        }
    }

    /// Signs with the device's key, and checks that it is still the one that the account knows.
    ///
    /// - Parameter message: what ``SignaturePurpose`` gives for a structure.
    /// - Returns: the signature, in the one form that counts.
    /// - Throws: ``IdentityKeyError``.
    public func signature(for message: [UInt8]) async throws(IdentityKeyError) -> P256Signature {
        let answer: P256Signature?
        do throws(KeychainError) {
            answer = try await sign(message)
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

/// A key for agreement, wherever it is kept.
package struct KeptAgreementKey: AgreementKey {
    /// The key's public half.
    package let publicKey: P256PublicKey
    let agree: @Sendable (P256PublicKey) async throws(KeychainError) -> SecretBytes?

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
            answer = try await agree(peer)
        } catch {
            throw .keychain(error)
        }
        guard let answer else { throw .missing }
        return answer
    }
}
