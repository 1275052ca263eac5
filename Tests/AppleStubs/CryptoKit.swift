// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Apple's CryptoKit that HoldfastCrypto uses, written from Apple's documentation.
// Nothing here runs: it lets the files for Apple be type-checked where CryptoKit does not exist.
// Agreement with these declarations is not proof of agreement with Apple's.
import FoundationEssentials
import LocalAuthentication
import Security

public enum CryptoKitError: Error {
    case incorrectKeySize
    case incorrectParameterSize
    case authenticationFailure
    case underlyingCoreCryptoError(error: Int32)
}

public struct SHA256Digest: Sendable {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        fatalError("a declaration only")
    }
}

public struct SHA256: Sendable {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { fatalError("a declaration only") }
}

public struct SHA512Digest: Sendable {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        fatalError("a declaration only")
    }
}

public struct SHA512: Sendable {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA512Digest { fatalError("a declaration only") }
}

public struct SymmetricKey: ContiguousBytes, Sendable {
    public init<D: ContiguousBytes>(data: D) {}
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        fatalError("a declaration only")
    }
}

public enum AES: Sendable {
    public enum GCM: Sendable {
        public struct Nonce: Sendable {
            public init<D: DataProtocol>(data: D) throws {}
        }

        public struct SealedBox: Sendable {
            public var tag: Data { fatalError("a declaration only") }
            public var ciphertext: Data { fatalError("a declaration only") }
            public init<C: DataProtocol, T: DataProtocol>(
                nonce: AES.GCM.Nonce, ciphertext: C, tag: T
            ) throws {}
        }

        public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
            _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> SealedBox { fatalError("a declaration only") }

        public static func open<AuthenticatedData: DataProtocol>(
            _ sealedBox: SealedBox, using key: SymmetricKey,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> Data { fatalError("a declaration only") }
    }
}

public enum ChaChaPoly: Sendable {
    public struct Nonce: Sendable {
        public init<D: DataProtocol>(data: D) throws {}
    }

    public struct SealedBox: Sendable {
        public var tag: Data { fatalError("a declaration only") }
        public var ciphertext: Data { fatalError("a declaration only") }
        public init<C: DataProtocol, T: DataProtocol>(
            nonce: ChaChaPoly.Nonce, ciphertext: C, tag: T
        ) throws {}
    }

    public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
        _ message: Plaintext, using key: SymmetricKey, nonce: ChaChaPoly.Nonce? = nil,
        authenticating authenticatedData: AuthenticatedData
    ) throws -> ChaChaPoly.SealedBox { fatalError("a declaration only") }

    public static func open<AuthenticatedData: DataProtocol>(
        _ sealedBox: ChaChaPoly.SealedBox, using key: SymmetricKey,
        authenticating authenticatedData: AuthenticatedData
    ) throws -> Data { fatalError("a declaration only") }
}

public struct SharedSecret: ContiguousBytes, Sendable {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        fatalError("a declaration only")
    }
}

public enum P256: Sendable {
    public enum Signing: Sendable {
        public struct ECDSASignature: ContiguousBytes, Sendable {
            public var rawRepresentation: Data { fatalError("a declaration only") }
            public init<D: DataProtocol>(rawRepresentation: D) throws {}
            public func withUnsafeBytes<R>(
                _ body: (UnsafeRawBufferPointer) throws -> R
            ) rethrows -> R { fatalError("a declaration only") }
        }

        public struct PublicKey: Sendable {
            public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {}
            public var x963Representation: Data { fatalError("a declaration only") }
            public func isValidSignature<D: DataProtocol>(
                _ signature: P256.Signing.ECDSASignature, for data: D
            ) -> Bool { fatalError("a declaration only") }
        }

        public struct PrivateKey: Sendable {
            public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {}
            public func signature<D: DataProtocol>(
                for data: D
            ) throws -> P256.Signing.ECDSASignature { fatalError("a declaration only") }
        }
    }

    public enum KeyAgreement: Sendable {
        public struct PublicKey: Sendable {
            public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {}
            public init<Bytes: ContiguousBytes>(compressedRepresentation: Bytes) throws {}
            public var x963Representation: Data { fatalError("a declaration only") }
        }

        public struct PrivateKey: Sendable {
            public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {}
            public var publicKey: P256.KeyAgreement.PublicKey { fatalError("a declaration only") }
            public func sharedSecretFromKeyAgreement(
                with publicKeyShare: P256.KeyAgreement.PublicKey
            ) throws -> SharedSecret { fatalError("a declaration only") }
        }
    }
}

public enum SecureEnclave: Sendable {
    public static var isAvailable: Bool { fatalError("a declaration only") }

    public enum P256: Sendable {
        public enum Signing: Sendable {
            public struct PrivateKey {
                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl,
                    authenticationContext: LAContext? = nil
                ) throws {}
                public init(
                    dataRepresentation: Data, authenticationContext: LAContext? = nil
                ) throws {}
                public var dataRepresentation: Data { fatalError("a declaration only") }
                public var publicKey: CryptoKit.P256.Signing.PublicKey {
                    fatalError("a declaration only")
                }
                public func signature<D: DataProtocol>(
                    for data: D
                ) throws -> CryptoKit.P256.Signing.ECDSASignature {
                    fatalError("a declaration only")
                }
            }
        }

        public enum KeyAgreement: Sendable {
            public struct PrivateKey {
                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl,
                    authenticationContext: LAContext? = nil
                ) throws {}
                public init(
                    dataRepresentation: Data, authenticationContext: LAContext? = nil
                ) throws {}
                public var dataRepresentation: Data { fatalError("a declaration only") }
                public var publicKey: CryptoKit.P256.KeyAgreement.PublicKey {
                    fatalError("a declaration only")
                }
                public func sharedSecretFromKeyAgreement(
                    with publicKeyShare: CryptoKit.P256.KeyAgreement.PublicKey
                ) throws -> SharedSecret { fatalError("a declaration only") }
            }
        }
    }
}
