#if canImport(Security)
import Security

/// The keychain itself: hands each call to the platform and its answer back, and decides nothing.
public struct SystemKeychain: SecItemCalls {
    /// Takes the app's own keychain.
    public init() {}

    /// `SecItemAdd`.
    ///
    /// - Parameter attributes: class, attributes and value of the new item.
    /// - Returns: the `OSStatus`.
    public func add(_ attributes: SecItemDictionary) -> Int32 {
        Self.status { () throws(StatusFailure) in
            SecItemAdd(try attributes.makeDictionary(), nil)
        }
    }

    /// `SecItemCopyMatching`.
    ///
    /// - Parameter query: what to look for, and what to return of it.
    /// - Returns: the `OSStatus` and the rows found.
    public func copyMatching(_ query: SecItemDictionary) -> SecItemMatches {
        var result: CFTypeRef?
        let status = Self.status { () throws(StatusFailure) in
            SecItemCopyMatching(try query.makeDictionary(), &result)
        }
        guard status == errSecSuccess, let result else { return SecItemMatches(status: status) }
        return SecItemMatches(status: status, rows: Self.rows(result))
    }

    /// `SecItemUpdate`.
    ///
    /// - Parameters:
    ///   - query: which items.
    ///   - attributes: what changes in them.
    /// - Returns: the `OSStatus`.
    public func update(_ query: SecItemDictionary, _ attributes: SecItemDictionary) -> Int32 {
        Self.status { () throws(StatusFailure) in
            SecItemUpdate(try query.makeDictionary(), try attributes.makeDictionary())
        }
    }

    /// `SecItemDelete`.
    ///
    /// - Parameter query: which items; all that match are removed.
    /// - Returns: the `OSStatus`.
    public func delete(_ query: SecItemDictionary) -> Int32 {
        Self.status { () throws(StatusFailure) in SecItemDelete(try query.makeDictionary()) }
    }

    /// `SecAccessControlCreateWithFlags`.
    ///
    /// - Parameter accessControl: what it shall be made of.
    /// - Returns: 0, or the code of the error that the platform gives instead of an object.
    public func createAccessControl(_ accessControl: AccessControlObject) -> Int32 {
        Self.status { () throws(StatusFailure) in
            _ = try accessControl.make()
            return errSecSuccess
        }
    }

    private static func status(_ body: () throws(StatusFailure) -> OSStatus) -> Int32 {
        do {
            return try body()
        } catch {
            return error.status
        }
    }

    /// Brings the platform's shapes to one: bare data, one dictionary, or an array of either.
    private static func rows(_ result: CFTypeRef) -> [SecItemDictionary] {
        switch CFGetTypeID(result) {
        case CFDictionaryGetTypeID():
            return [SecItemDictionary(unsafeDowncast(result, to: CFDictionary.self))]
        case CFDataGetTypeID():
            let data = unsafeDowncast(result, to: CFData.self)
            return [[SecItemName.valueData: .data(data.secret)]]
        case CFArrayGetTypeID():
            let array = unsafeDowncast(result, to: CFArray.self)
            return (0..<CFArrayGetCount(array)).flatMap { index in
                guard let element = CFArrayGetValueAtIndex(array, index) else {
                    return [SecItemDictionary]()
                }
                return rows(Unmanaged<AnyObject>.fromOpaque(element).takeUnretainedValue())
            }
        default: return []
        }
    }
}
#endif
