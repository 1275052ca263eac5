public import HoldfastApple
public import HoldfastCrypto

/// Keys of the Secure Enclave as other libraries have them: kept in the keychain under a tag.
///
/// Only for tests of moving in: this package keeps no key that way.
extension SimulatedPhone {
    /// Wraps a key for the Secure Enclave, as `SecKeyCreateEncryptedData` does for another library,
    /// under a pair that is made when the tag is new.
    ///
    /// The bytes are HPKE's and not those of Apple's ECIES: nothing but this phone reads them.
    ///
    /// - Parameters:
    ///   - secret: what to wrap.
    ///   - tag: `kSecAttrApplicationTag` of the pair.
    ///   - app: whose pair it is.
    ///   - accessControl: who may use a new pair when; the standard is that of
    ///     flutter_secure_storage, on an unlocked phone and without a person.
    /// - Returns: what only ``SecureEnclaveCalls/unwrap(_:withForeignKey:context:)`` opens.
    /// - Throws: ``AppleNativeError`` as the Secure Enclave, or ``CryptoError``.
    public func wrapForeign(
        _ secret: SecretBytes, under tag: [UInt8], of app: AppIdentifier,
        accessControl: AccessControlObject = AccessControlObject(
            protection: SecItemName.whenUnlockedThisDeviceOnly, flags: .privateKeyUsage)
    ) throws -> [UInt8] {
        let (publicKey, seed) = try state.withLock { state in
            Result { (try state.foreignEnclaveKey(tag, app, accessControl), state.random.next()) }
        }.get()
        return try HPKE.seal(
            secret, to: publicKey, suite: .p256AES128GCM, info: [], associatedData: [],
            random: SeededRandom(seed: seed))
    }
}

extension PhoneState {
    fileprivate mutating func foreignEnclaveKey(
        _ tag: [UInt8], _ app: AppIdentifier, _ accessControl: AccessControlObject
    ) throws -> P256PublicKey {
        if let blob = keychain.foreignEnclaveKeys[app]?[tag], let key = keychain.enclaveKeys[blob] {
            return key.key.publicKey
        }
        let caller = KeychainCaller(app, process: 0, self)
        let made: SecureEnclaveKey
        do throws(EnclaveStop) {
            made = try makeEnclaveKey(.keyAgreement, accessControl, caller)
        } catch {
            guard case .failed(let failure) = error else {
                throw AppleNativeError(domain: "CryptoTokenKit", code: -4)
            }
            throw failure
        }
        keychain.foreignEnclaveKeys[app, default: [:]][tag] = made.blob
        return try P256PublicKey(made.publicKey)
    }

    /// Opens what was wrapped for a pair of another library, if there is one of that tag.
    mutating func unwrapForeign(
        _ wrapped: [UInt8], _ tag: [UInt8], context: Int?, _ caller: KeychainCaller
    ) throws(EnclaveStop) -> SecretBytes {
        guard let blob = keychain.foreignEnclaveKeys[caller.app]?[tag] else {
            throw .status(SecStatus.itemNotFound)
        }
        let key = try useEnclaveKey(blob, for: .keyAgreement, context: context, caller)
        do throws(CryptoError) {
            return try HPKE.open(
                wrapped, key: key, suite: .p256AES128GCM, info: [], associatedData: [])
        } catch {
            throw .status(SecStatus.param)
        }
    }
}
