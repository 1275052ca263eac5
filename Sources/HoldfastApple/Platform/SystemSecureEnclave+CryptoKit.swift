#if canImport(CryptoKit) && canImport(LocalAuthentication)
import CryptoKit
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import HoldfastCrypto

/// The Secure Enclave itself: hands each call to the platform and its answer back.
public struct SystemSecureEnclave: SecureEnclaveCalls {
    /// Takes the device's own.
    public init() {}

    /// `SecureEnclave.isAvailable`.
    public var isAvailable: Bool { SecureEnclave.isAvailable }

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - use: what it is for.
    ///   - accessControl: who may use it when.
    /// - Returns: the blob and the public key.
    /// - Throws: the platform's error.
    public func makeKey(
        for use: SecureEnclaveKeyUse, accessControl: AccessControlObject
    ) throws(AppleNativeError) -> SecureEnclaveKey {
        try Self.named { () throws in
            let object = try accessControl.make()
            switch use {
            case .signing:
                let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: object)
                return SecureEnclaveKey(
                    blob: [UInt8](key.dataRepresentation),
                    publicKey: [UInt8](key.publicKey.x963Representation))
            case .keyAgreement:
                let key = try SecureEnclave.P256.KeyAgreement.PrivateKey(accessControl: object)
                return SecureEnclaveKey(
                    blob: [UInt8](key.dataRepresentation),
                    publicKey: [UInt8](key.publicKey.x963Representation))
            }
        }
    }

    /// Signs a message with ECDSA over its SHA-256.
    ///
    /// - Parameters:
    ///   - message: any bytes.
    ///   - blob: as ``makeKey(for:accessControl:)`` gave it.
    ///   - context: a context that was evaluated, or `nil`.
    /// - Returns: 64 bytes, `r ‖ s`.
    /// - Throws: the platform's error.
    public func sign(
        _ message: [UInt8], with blob: [UInt8], context: Int?
    ) throws(AppleNativeError) -> [UInt8] {
        try Self.named { () throws in
            let key = try SecureEnclave.P256.Signing.PrivateKey(
                dataRepresentation: Data(blob),
                authenticationContext: context.flatMap(ContextRegistry.context))
            return [UInt8](try key.signature(for: Data(message)).rawRepresentation)
        }
    }

    /// Agrees a secret by ECDH.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key, 65 bytes, SEC 1 uncompressed.
    ///   - blob: as ``makeKey(for:accessControl:)`` gave it.
    ///   - context: a context that was evaluated, or `nil`.
    /// - Returns: 32 bytes, the x coordinate of the shared point.
    /// - Throws: the platform's error.
    public func agree(
        with peer: [UInt8], using blob: [UInt8], context: Int?
    ) throws(AppleNativeError) -> SecretBytes {
        try Self.named { () throws in
            let key = try SecureEnclave.P256.KeyAgreement.PrivateKey(
                dataRepresentation: Data(blob),
                authenticationContext: context.flatMap(ContextRegistry.context))
            let publicKey = try P256.KeyAgreement.PublicKey(x963Representation: Data(peer))
            let secret = try key.sharedSecretFromKeyAgreement(with: publicKey)
            return secret.withUnsafeBytes { SecretBytes(copying: $0) }
        }
    }

    /// Gives any error its domain and number, as a bridge to `NSError` would.
    private static func named<R>(_ body: () throws -> R) throws(AppleNativeError) -> R {
        do {
            return try body()
        } catch let failure as StatusFailure {
            throw AppleNativeError(domain: Status.domain, code: Int(failure.status))
        } catch {
            throw AppleNativeError(domain: error._domain, code: error._code)
        }
    }
}
#endif
