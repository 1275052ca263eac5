/// A `Cipher` or `Signature` that was initialised: a `CryptoObject` that a prompt can authenticate.
public struct KeystoreOperation: Sendable, Hashable {
    /// Names the operation in the calls that made it.
    public let number: Int
    /// `Cipher.getIV()`; empty for a signature.
    public let nonce: [UInt8]

    /// Takes an operation.
    ///
    /// - Parameters:
    ///   - number: as the calls named it.
    ///   - nonce: 12 bytes for AES-GCM, else none.
    public init(number: Int, nonce: [UInt8] = []) {
        self.number = number
        self.nonce = nonce
    }
}
