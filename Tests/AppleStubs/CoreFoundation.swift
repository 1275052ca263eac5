// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// Declarations of Apple's CoreFoundation that HoldfastApple uses, written from Apple's documentation.
// Nothing here runs; see CryptoKit.swift.

public typealias CFTypeRef = AnyObject
public typealias CFIndex = Int
public typealias CFTypeID = UInt
public typealias CFOptionFlags = UInt
public typealias CFAbsoluteTime = Double
public typealias CFTimeInterval = Double
public typealias CFStringEncoding = UInt32

// Written by C code in Apple's; nobody assigns to them.
public class CFAllocator {}
public class CFString {}
public class CFData {}
public class CFNumber {}
public class CFBoolean {}
public class CFDate {}
public class CFArray {}
public class CFDictionary {}
public class CFMutableDictionary: CFDictionary {}
public class CFError {}
public class CFURL {}
public class CFBundle {}
public class CFNotificationCenter {}

public struct CFRange {
    public var location: CFIndex
    public var length: CFIndex
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

public struct CFDictionaryKeyCallBacks: Sendable {}
public struct CFDictionaryValueCallBacks: Sendable {}
public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()

public enum CFStringBuiltInEncodings: CFStringEncoding, Sendable {
    case UTF8 = 0x0800_0100
}

public enum CFNumberType: CFIndex, Sendable {
    case sInt64Type = 4
}

public enum CFNotificationSuspensionBehavior: CFIndex, Sendable {
    case deliverImmediately = 4
}

public struct CFNotificationName {
    public init(_ rawValue: CFString) {}
}

// `@convention(c)` in Apple's, where these classes are C's.
public typealias CFNotificationCallback = (
    CFNotificationCenter?, UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?,
    UnsafeRawPointer?
) -> Void

public var kCFBooleanTrue: CFBoolean! { fatalError("a declaration only") }
public var kCFBooleanFalse: CFBoolean! { fatalError("a declaration only") }
public var kCFURLIsExcludedFromBackupKey: CFString! { fatalError("a declaration only") }
public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = 978_307_200

public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { fatalError("a declaration only") }
public func CFStringGetTypeID() -> CFTypeID { fatalError("a declaration only") }
public func CFDataGetTypeID() -> CFTypeID { fatalError("a declaration only") }
public func CFNumberGetTypeID() -> CFTypeID { fatalError("a declaration only") }
public func CFBooleanGetTypeID() -> CFTypeID { fatalError("a declaration only") }
public func CFDateGetTypeID() -> CFTypeID { fatalError("a declaration only") }
public func CFArrayGetTypeID() -> CFTypeID { fatalError("a declaration only") }
public func CFDictionaryGetTypeID() -> CFTypeID { fatalError("a declaration only") }

public func CFStringCreateWithBytes(
    _ alloc: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ numBytes: CFIndex,
    _ encoding: CFStringEncoding, _ isExternalRepresentation: Bool
) -> CFString! { fatalError("a declaration only") }
public func CFStringGetLength(_ theString: CFString!) -> CFIndex {
    fatalError("a declaration only")
}
public func CFStringGetBytes(
    _ theString: CFString!, _ range: CFRange, _ encoding: CFStringEncoding, _ lossByte: UInt8,
    _ isExternalRepresentation: Bool, _ buffer: UnsafeMutablePointer<UInt8>!,
    _ maxBufLen: CFIndex, _ usedBufLen: UnsafeMutablePointer<CFIndex>!
) -> CFIndex { fatalError("a declaration only") }

public func CFDataCreate(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex
) -> CFData! { fatalError("a declaration only") }
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
    fatalError("a declaration only")
}
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { fatalError("a declaration only") }

public func CFNumberCreate(
    _ allocator: CFAllocator!, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer!
) -> CFNumber! { fatalError("a declaration only") }
public func CFNumberGetValue(
    _ number: CFNumber!, _ theType: CFNumberType, _ valuePtr: UnsafeMutableRawPointer!
) -> Bool { fatalError("a declaration only") }
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { fatalError("a declaration only") }

public func CFDateCreate(_ allocator: CFAllocator!, _ at: CFAbsoluteTime) -> CFDate! {
    fatalError("a declaration only")
}
public func CFDateGetAbsoluteTime(_ theDate: CFDate!) -> CFAbsoluteTime {
    fatalError("a declaration only")
}

public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { fatalError("a declaration only") }
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    fatalError("a declaration only")
}

public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! { fatalError("a declaration only") }
public func CFDictionarySetValue(
    _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) { fatalError("a declaration only") }
public func CFDictionaryGetValue(
    _ theDict: CFDictionary!, _ key: UnsafeRawPointer!
) -> UnsafeRawPointer! { fatalError("a declaration only") }

public func CFErrorGetCode(_ err: CFError!) -> CFIndex { fatalError("a declaration only") }
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! { fatalError("a declaration only") }
public typealias CFErrorDomain = CFString

public func CFURLCreateFromFileSystemRepresentation(
    _ allocator: CFAllocator!, _ buffer: UnsafePointer<UInt8>!, _ bufLen: CFIndex,
    _ isDirectory: Bool
) -> CFURL! { fatalError("a declaration only") }
public func CFURLSetResourcePropertyForKey(
    _ url: CFURL!, _ key: CFString!, _ propertyValue: CFTypeRef!,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool { fatalError("a declaration only") }

public func CFCopyHomeDirectoryURL() -> CFURL! { fatalError("a declaration only") }
public func CFURLGetFileSystemRepresentation(
    _ url: CFURL!, _ resolveAgainstBase: Bool, _ buffer: UnsafeMutablePointer<UInt8>!,
    _ maxBufLen: CFIndex
) -> Bool { fatalError("a declaration only") }

public func CFBundleGetMainBundle() -> CFBundle! { fatalError("a declaration only") }
public func CFBundleGetValueForInfoDictionaryKey(
    _ bundle: CFBundle!, _ key: CFString!
) -> CFTypeRef! { fatalError("a declaration only") }

public func CFNotificationCenterGetLocalCenter() -> CFNotificationCenter! {
    fatalError("a declaration only")
}
public func CFNotificationCenterAddObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!,
    _ callBack: CFNotificationCallback!, _ name: CFString!, _ object: UnsafeRawPointer!,
    _ suspensionBehavior: CFNotificationSuspensionBehavior
) { fatalError("a declaration only") }
public func CFNotificationCenterRemoveEveryObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!
) { fatalError("a declaration only") }
