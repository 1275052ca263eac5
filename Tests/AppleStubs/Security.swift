// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Apple's Security that HoldfastCrypto and HoldfastApple use, written from Apple's
// documentation. Nothing here runs; see CryptoKit.swift.
@_exported import CoreFoundation

public typealias OSStatus = Int32

public struct SecRandomRef: Sendable {}

public let kSecRandomDefault: SecRandomRef? = nil
public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecAllocate: OSStatus = -108

public func SecRandomCopyBytes(
    _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 { fatalError("a declaration only") }

public class SecAccessControl {}

public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
}

public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { fatalError("a declaration only") }

public class SecKey {}

public struct SecKeyAlgorithm: Sendable {
    public static var eciesEncryptionCofactorX963SHA256AESGCM: SecKeyAlgorithm {
        fatalError("a declaration only")
    }
}

public func SecKeyGetTypeID() -> CFTypeID { fatalError("a declaration only") }
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { fatalError("a declaration only") }

public func SecItemAdd(
    _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { fatalError("a declaration only") }
public func SecItemCopyMatching(
    _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { fatalError("a declaration only") }
public func SecItemUpdate(
    _ query: CFDictionary, _ attributesToUpdate: CFDictionary
) -> OSStatus { fatalError("a declaration only") }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError("a declaration only") }

public var kSecClass: CFString { fatalError("a declaration only") }
public var kSecAttrApplicationTag: CFString { fatalError("a declaration only") }
public var kSecReturnRef: CFString { fatalError("a declaration only") }
public var kSecAttrAccount: CFString { fatalError("a declaration only") }
public var kSecAttrService: CFString { fatalError("a declaration only") }
public var kSecAttrServer: CFString { fatalError("a declaration only") }
public var kSecAttrProtocol: CFString { fatalError("a declaration only") }
public var kSecAttrAuthenticationType: CFString { fatalError("a declaration only") }
public var kSecAttrSecurityDomain: CFString { fatalError("a declaration only") }
public var kSecAttrPort: CFString { fatalError("a declaration only") }
public var kSecAttrPath: CFString { fatalError("a declaration only") }
public var kSecAttrAccessGroup: CFString { fatalError("a declaration only") }
public var kSecAttrSynchronizable: CFString { fatalError("a declaration only") }
public var kSecAttrAccessible: CFString { fatalError("a declaration only") }
public var kSecAttrAccessControl: CFString { fatalError("a declaration only") }
public var kSecAttrGeneric: CFString { fatalError("a declaration only") }
public var kSecAttrLabel: CFString { fatalError("a declaration only") }
public var kSecAttrDescription: CFString { fatalError("a declaration only") }
public var kSecAttrComment: CFString { fatalError("a declaration only") }
public var kSecAttrCreator: CFString { fatalError("a declaration only") }
public var kSecAttrType: CFString { fatalError("a declaration only") }
public var kSecAttrCreationDate: CFString { fatalError("a declaration only") }
public var kSecAttrModificationDate: CFString { fatalError("a declaration only") }
public var kSecValueData: CFString { fatalError("a declaration only") }
public var kSecReturnData: CFString { fatalError("a declaration only") }
public var kSecReturnAttributes: CFString { fatalError("a declaration only") }
public var kSecMatchLimit: CFString { fatalError("a declaration only") }
public var kSecUseAuthenticationContext: CFString { fatalError("a declaration only") }
public var kSecUseAuthenticationUI: CFString { fatalError("a declaration only") }
public var kSecUseDataProtectionKeychain: CFString { fatalError("a declaration only") }
