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
    ///   - pair: the pair; it needs no unlocked device.
    ///   - alias: its name.
    ///   - padding: the only one that it is made for.
    ///   - app: the app.
    ///   - authenticators: whom the pair demands; `nil` needs nobody.
    ///   - authValiditySeconds: for how long the person counts; 0 asks at every use.
    public func layForeignPair(
        _ pair: ForeignRSAPair, as alias: String, _ padding: RSAPadding, of app: AppIdentifier,
        authenticators: KeySpec.Authenticators? = nil, authValiditySeconds: Int = 0
    ) {
        state.withLock { state in
            // The algorithm is not looked at: the material says what the key is.
            let spec = KeySpec(
                .aes256GCM, authenticators: authenticators,
                authValiditySeconds: authValiditySeconds)
            state.keystore.keys[app, default: [:]][alias] = StoredKey(
                spec: spec, material: .rsa(pair, padding),
                secureIDs: state.keystore.secureIDs(for: spec, state.device),
                superEncryption: state.keystore.superEncryption(of: spec),
                rootNumber: authenticators == nil ? nil : state.device.secureIdentity)
        }
    }
}
