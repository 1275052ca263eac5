#if canImport(Security)
import HoldfastCrypto
import Security

extension SecItemDictionary {
    /// The dictionary as the platform takes it.
    ///
    /// - Throws: `errSecParam` for a key without a constant, the code of an access control that the
    ///   platform refuses, `errSecAllocate`.
    func makeDictionary() throws(StatusFailure) -> CFDictionary {
        var keys = kCFTypeDictionaryKeyCallBacks
        var values = kCFTypeDictionaryValueCallBacks
        guard let dictionary = CFDictionaryCreateMutable(nil, 0, &keys, &values) else {
            throw StatusFailure(status: errSecAllocate)
        }
        for (raw, value) in entries {
            guard let key = SecItemName.constant(raw) else {
                throw StatusFailure(status: errSecParam)
            }
            let object = try value.makeObject()
            // The dictionary retains both; until then they must not go.
            withExtendedLifetime((key, object)) {
                CFDictionarySetValue(
                    dictionary, Unmanaged.passUnretained(key).toOpaque(),
                    Unmanaged.passUnretained(object).toOpaque())
            }
        }
        return dictionary
    }

    /// Takes a row of an answer.
    init(_ dictionary: CFDictionary) {
        self.init()
        for raw in SecItemName.answered {
            guard let key = SecItemName.constant(raw) else { continue }
            let found = withExtendedLifetime(key) {
                CFDictionaryGetValue(dictionary, Unmanaged.passUnretained(key).toOpaque())
            }
            guard let pointer = found else { continue }
            self[raw] = SecItemValue(Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue())
        }
    }
}

/// An `OSStatus` that ends a call before it was made.
struct StatusFailure: Error {
    let status: OSStatus
}

extension SecItemValue {
    fileprivate func makeObject() throws(StatusFailure) -> AnyObject {
        let object: AnyObject? =
            switch self {
            case .text(let text): CFString.make(text)
            case .data(let data): CFData.make(data)
            case .number(let number): Self.make(number)
            case .flag(let isSet): isSet ? kCFBooleanTrue : kCFBooleanFalse
            case .date(let seconds):
                CFDateCreate(nil, Double(seconds) - kCFAbsoluteTimeIntervalSince1970)
            case .accessControl(let parts): try parts.make()
            case .context(let number): ContextRegistry.context(number)
            }
        guard let object else { throw StatusFailure(status: errSecParam) }
        return object
    }

    private static func make(_ number: Int) -> CFNumber? {
        var value = Int64(number)
        return CFNumberCreate(nil, .sInt64Type, &value)
    }

    /// Takes a value of an answer; `nil` for a type that no attribute of ours has.
    fileprivate init?(_ object: AnyObject) {
        switch CFGetTypeID(object) {
        case CFStringGetTypeID():
            guard let text = unsafeDowncast(object, to: CFString.self).text else { return nil }
            self = .text(text)
        case CFDataGetTypeID(): self = .data(unsafeDowncast(object, to: CFData.self).secret)
        case CFBooleanGetTypeID():
            self = .flag(CFBooleanGetValue(unsafeDowncast(object, to: CFBoolean.self)))
        case CFNumberGetTypeID():
            var value: Int64 = 0
            let number = unsafeDowncast(object, to: CFNumber.self)
            guard CFNumberGetValue(number, .sInt64Type, &value) else { return nil }
            self = .number(Int(value))
        case CFDateGetTypeID():
            let seconds = CFDateGetAbsoluteTime(unsafeDowncast(object, to: CFDate.self))
            self = .date(Int64((seconds + kCFAbsoluteTimeIntervalSince1970).rounded(.down)))
        default: return nil
        }
    }
}

extension AccessControlObject {
    /// The platform's object.
    ///
    /// - Throws: the code that the platform gives instead.
    func make() throws(StatusFailure) -> SecAccessControl {
        guard let accessible = CFString.make(protection) else {
            throw StatusFailure(status: errSecAllocate)
        }
        var failure: Unmanaged<CFError>?
        let object = SecAccessControlCreateWithFlags(
            nil, accessible, SecAccessControlCreateFlags(rawValue: CFOptionFlags(flags.rawValue)),
            &failure)
        // Taken in any case, so that it is released.
        let error = failure?.takeRetainedValue()
        if let object { return object }
        throw StatusFailure(
            status: error.map { OSStatus(truncatingIfNeeded: CFErrorGetCode($0)) } ?? errSecParam)
    }
}

extension CFString {
    static func make(_ text: String) -> CFString? {
        let utf8 = Array(text.utf8)
        return CFStringCreateWithBytes(
            nil, utf8, utf8.count, CFStringBuiltInEncodings.UTF8.rawValue, false)
    }

    /// The text; `nil` if it is not Unicode.
    var text: String? {
        let range = CFRange(location: 0, length: CFStringGetLength(self))
        let encoding = CFStringBuiltInEncodings.UTF8.rawValue
        var count = 0
        guard
            CFStringGetBytes(self, range, encoding, 0, false, nil, 0, &count) == range.length
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        _ = CFStringGetBytes(self, range, encoding, 0, false, &bytes, count, &count)
        return String(validating: bytes, as: UTF8.self)
    }
}

extension CFData {
    /// A copy in the platform's memory, which this package cannot wipe.
    static func make(_ secret: SecretBytes) -> CFData? {
        secret.withUnsafeBytes { bytes in
            CFDataCreate(nil, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        }
    }

    var secret: SecretBytes {
        SecretBytes(
            copying: UnsafeRawBufferPointer(
                start: CFDataGetBytePtr(self), count: CFDataGetLength(self)))
    }
}
#endif
