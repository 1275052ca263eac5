#if canImport(CryptoKit) && canImport(LocalAuthentication)
public import HoldfastCrypto
import Security

extension SystemSecureEnclave {
    /// `SecKeyCreateDecryptedData`, by a key that another library keeps in the keychain.
    ///
    /// - Parameters:
    ///   - wrapped: as `SecKeyCreateEncryptedData` gave it.
    ///   - tag: `kSecAttrApplicationTag` of the key.
    ///   - context: a context that was evaluated, or `nil` to ask nobody.
    /// - Returns: what was wrapped.
    /// - Throws: the platform's error; `errSecItemNotFound` for no such key.
    public func unwrap(
        _ wrapped: [UInt8], withForeignKey tag: [UInt8], context: Int?
    ) throws(AppleNativeError) -> SecretBytes {
        let key = try Self.key(tag, context)
        guard let data = CFData.make(SecretBytes(wrapped)) else {
            throw AppleNativeError(domain: Status.domain, code: Int(errSecAllocate))
        }
        var failure: Unmanaged<CFError>?
        let opened = SecKeyCreateDecryptedData(
            key, .eciesEncryptionCofactorX963SHA256AESGCM, data, &failure)
        if let opened { return opened.secret }
        throw Self.named(failure?.takeRetainedValue())
    }

    private static func key(_ tag: [UInt8], _ context: Int?) throws(AppleNativeError) -> SecKey {
        var query: SecItemDictionary = [
            SecItemName.itemClass: .text(SecItemName.cryptographicKey),
            SecItemName.applicationTag: .data(SecretBytes(tag)),
            SecItemName.returnReference: .flag(true),
            SecItemName.dataProtectionKeychain: .flag(true),
        ]
        if let context {
            query[SecItemName.authenticationContext] = .context(context)
        } else {
            query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUIFail)
        }
        var result: CFTypeRef?
        let status: OSStatus
        do throws(StatusFailure) {
            status = SecItemCopyMatching(try query.makeDictionary(), &result)
        } catch {
            status = error.status
        }
        guard status == errSecSuccess, let result, CFGetTypeID(result) == SecKeyGetTypeID() else {
            let code = status == errSecSuccess ? errSecParam : status
            throw AppleNativeError(domain: Status.domain, code: Int(code))
        }
        return unsafeDowncast(result, to: SecKey.self)
    }

    private static func named(_ failure: CFError?) -> AppleNativeError {
        guard let failure, let domain = CFErrorGetDomain(failure)?.text else {
            return AppleNativeError(domain: Status.domain, code: Int(errSecParam))
        }
        return AppleNativeError(domain: domain, code: CFErrorGetCode(failure))
    }
}
#endif
