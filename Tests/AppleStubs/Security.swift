// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Apple's Security that HoldfastCrypto uses, written from Apple's documentation.
// Nothing here runs; see CryptoKit.swift.

public typealias OSStatus = Int32

public struct SecRandomRef: Sendable {}

public let kSecRandomDefault: SecRandomRef? = nil
public let errSecSuccess: OSStatus = 0

public func SecRandomCopyBytes(
    _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 { fatalError("a declaration only") }
