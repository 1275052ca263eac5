import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

/// Who logs in: a device of an account, or whoever reads the account's backup by a phrase.
struct SessionHolder: Sendable {
    let account: AccountID
    let name: DeviceID
    let purpose: SignaturePurpose
    let sign: @Sendable ([UInt8]) async throws(IdentityKeyError) -> P256Signature

    /// A device.
    init(_ keys: IdentityKeys) {
        account = keys.record.account
        name = keys.record.device.id
        purpose = .relayLogin
        sign = { (message) throws(IdentityKeyError) in try await keys.signature(for: message) }
    }

    /// Whoever has the key for reading that a phrase gives.
    init(reading account: AccountID, with key: P256PrivateKey) {
        self.account = account
        name = HeaderUpload.reader(key.publicKey)
        purpose = .relayReading
        sign = { (message) throws(IdentityKeyError) in
            do throws(CryptoError) {
                return try key.signature(for: message).withLowS
            } catch {
                throw .crypto(error)
            }
        }
    }
}
