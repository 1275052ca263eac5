// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Apple's C library that HoldfastCrypto uses beyond those that Linux has as well,
// written from Apple's documentation. Nothing here runs; see CryptoKit.swift.
@_exported import Glibc

public let MAP_ANON: Int32 = 0x1000

public var MAP_FAILED: UnsafeMutableRawPointer? { fatalError("a declaration only") }

public func memset_s(
    _ s: UnsafeMutableRawPointer?, _ smax: Int, _ c: Int32, _ n: Int
) -> Int32 { fatalError("a declaration only") }

public func timingsafe_bcmp(
    _ b1: UnsafeRawPointer?, _ b2: UnsafeRawPointer?, _ len: Int
) -> Int32 { fatalError("a declaration only") }

public let F_FULLFSYNC: Int32 = 51
public let F_SETPROTECTIONCLASS: Int32 = 64
