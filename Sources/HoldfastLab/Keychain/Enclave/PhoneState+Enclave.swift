import HoldfastApple
import HoldfastCrypto

extension PhoneState {
    /// Makes a key: demands what an add with the same access control demands.
    mutating func makeEnclaveKey(
        _ use: SecureEnclaveKeyUse, _ accessControl: AccessControlObject, _ caller: KeychainCaller
    ) throws(EnclaveStop) -> SecureEnclaveKey {
        guard keychain.profile.hasSecureEnclave else {
            throw .status(keychain.profile.missingEnclave.rawValue)
        }
        guard accessControl.flags.contains(.privateKeyUsage) else {
            throw .status(SecStatus.param)
        }
        do throws(SecItemStop) {
            try seal(accessControl, KeychainQuery(), caller)
        } catch {
            throw error.asEnclaveStop
        }
        let key = try drawKey()
        let blob = nextBlob()
        keychain.enclaveKeys[blob] = EnclaveKey(
            use: use, key: key, accessControl: accessControl, seal: .init(device, keychain))
        return SecureEnclaveKey(blob: blob, publicKey: key.publicKey.bytes)
    }

    /// Finds a key and asks the person for what it demands.
    ///
    /// The class of a key's access control is enforced here, by the Enclave, not by the keychain row
    /// that refers to it.
    mutating func useEnclaveKey(
        _ blob: [UInt8], for use: SecureEnclaveKeyUse, context number: Int?,
        _ caller: KeychainCaller
    ) throws(EnclaveStop) -> P256PrivateKey {
        guard keychain.profile.hasSecureEnclave else {
            throw .status(keychain.profile.missingEnclave.rawValue)
        }
        guard let key = keychain.enclaveKeys[blob] else { throw .corrupted }
        guard key.use == use else { throw .status(SecStatus.param) }
        try demandClass(of: key)
        let need = PersonNeed(key.accessControl.flags)
        let isLost = need.isLost(
            currentSet: key.seal.enrolment != device.enrolmentGeneration,
            anyBiometry: key.seal.anyBiometryEpoch != keychain.anyBiometryEpoch)
        if device.passcode != nil, isLost { throw .corrupted }
        if key.accessControl.flags.constrainsUse { try askForKey(need, number, caller) }
        return key.key
    }

    private func demandClass(of key: EnclaveKey) throws(EnclaveStop) {
        let protection = key.accessControl.protection
        switch classKey(protection) {
        case .gone: throw .corrupted
        case .locked:
            let looksDamaged = keychain.profile.lockedEnclaveKeyLooksDamaged
            throw looksDamaged ? .corrupted : .status(SecStatus.interactionNotAllowed)
        case .open: break
        }
        if protection == "akpu", key.seal.secureIdentity != device.secureIdentity {
            throw .corrupted
        }
    }

    private mutating func askForKey(
        _ need: PersonNeed, _ number: Int?, _ caller: KeychainCaller
    ) throws(EnclaveStop) {
        var query = KeychainQuery()
        query.context = number
        let code: Int
        do throws(SecItemStop) {
            var context = try context(of: query, caller)
            code = try ask(need, policy: nil, &context, caller)
            keep(context, of: query, caller)
        } catch {
            throw error.asEnclaveStop
        }
        if code == LAErrorCode.userCancel { throw .canceled }
        if code != 0 { throw .failed(AppleNativeError(domain: LAErrorCode.domain, code: code)) }
    }

    private mutating func drawKey() throws(EnclaveStop) -> P256PrivateKey {
        do throws(CryptoError) {
            return try P256PrivateKey(random: SeededRandom(seed: random.next()))
        } catch {
            throw .status(SecStatus.internalError)
        }
    }

    /// Opaque, and another one for each phone, erasure and key.
    private mutating func nextBlob() -> [UInt8] {
        let numbers = [device.hardware, device.eraseCount, keychain.nextEnclaveKey]
        keychain.nextEnclaveKey += 1
        return SHA256.hash(Array("key of the enclave \(numbers)".utf8))
    }
}

extension SecItemStop {
    fileprivate var asEnclaveStop: EnclaveStop {
        switch self {
        case .status(let status): .status(status)
        case .killed: .killed
        }
    }
}
