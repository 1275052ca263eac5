public import HoldfastAndroid
import HoldfastCrypto

/// An RSA pair of 2048 bits as other libraries have it in the Keystore, to wrap keys of theirs.
///
/// Only for tests of moving in: this package makes no such pair.
public struct ForeignRSAPair: Sendable {
    /// The private key in DER.
    let encoding: SecretBytes
}

extension SimulatedPhone {
    /// Lays a pair into the keystore of an app, as another library made it.
    ///
    /// - Parameters:
    ///   - pair: the pair; it needs nobody and no unlocked device.
    ///   - alias: its name.
    ///   - padding: the only one that it is made for.
    ///   - app: the app.
    public func layForeignPair(
        _ pair: ForeignRSAPair, as alias: String, _ padding: RSAPadding, of app: AppIdentifier
    ) {
        state.withLock { state in
            // The algorithm is not looked at: the material says what the key is.
            let spec = KeySpec(.aes256GCM)
            state.keystore.keys[app, default: [:]][alias] = StoredKey(
                spec: spec, material: .rsa(pair, padding), secureIDs: [],
                superEncryption: state.keystore.superEncryption(of: spec), rootNumber: nil)
        }
    }
}
