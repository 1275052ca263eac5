extension ItemProtection {
    /// Writes every option, in a form that ``init(decoding:)`` takes back.
    package func encode(into writer: inout ByteWriter) {
        writer.put(accessibility.formatCode)
        writer.put(accessControl.formatCode)
        writer.put(UInt32(authValiditySeconds))
        writer.put(UInt8(isSynchronizable ? 1 : 0))
        writer.putOptional(accessGroup.map { Array($0.utf8) })
        writer.put(keyStorage.formatCode)
    }

    /// Reads a protection; `nil` if the bytes are none.
    package init?(decoding reader: inout ByteReader) {
        guard let accessibility = Accessibility(formatCode: reader.number(UInt8.self)),
            let accessControl = AccessControl(formatCode: reader.number(UInt8.self)),
            let authValidity = reader.number(UInt32.self), let sync = reader.number(UInt8.self),
            sync <= 1, let group = reader.optionalArray(),
            let keyStorage = KeyStorage(formatCode: reader.number(UInt8.self))
        else { return nil }
        var accessGroup: String?
        if let bytes = group.bytes {
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            accessGroup = text
        }
        self.init(
            accessibility: accessibility, accessControl: accessControl,
            authValiditySeconds: Int(authValidity), isSynchronizable: sync == 1,
            accessGroup: accessGroup, keyStorage: keyStorage)
    }
}

/// Bytes that may rightly be absent, told apart from bytes that could not be decoded.
package struct OptionalBytes: Sendable, Equatable {
    /// The bytes, or that there are none.
    package let bytes: [UInt8]?
}

extension ByteWriter {
    /// A byte that says whether there are bytes, then them behind their length as two bytes.
    package mutating func putOptional(_ raw: [UInt8]?) {
        put(UInt8(raw == nil ? 0 : 1))
        if let raw { putWithLength(raw) }
    }
}

extension ByteReader {
    /// What ``ByteWriter/putOptional(_:)`` wrote.
    package mutating func optionalArray() -> OptionalBytes? {
        switch number(UInt8.self) {
        case 0: OptionalBytes(bytes: nil)
        case 1: arrayWithLength().map { OptionalBytes(bytes: $0) }
        default: nil
        }
    }
}
