/// A `Cipher` or `Signature` between its `init` and its end.
struct OpenOperation: Sendable {
    enum Purpose: Sendable {
        case encrypt
        case decrypt
        case sign
        case agree
        case unwrap
    }

    let process: Int
    let key: StoredKey
    let purpose: Purpose
    let nonce: [UInt8]
    /// The token that a prompt obtained for this very operation.
    var token: AuthToken?
}
