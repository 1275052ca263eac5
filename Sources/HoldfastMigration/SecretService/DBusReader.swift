#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// Reads values from memory that somebody else wrote: every length is checked.
///
/// - Note: D-Bus Specification 0.43, "Marshaling (Wire Format)".
struct DBusReader {
    private let memory: UnsafeRawBufferPointer
    private let isBigEndian: Bool
    private(set) var position = 0

    /// Takes memory whose beginning is aligned as a message's is, to 8 bytes.
    init(_ memory: UnsafeRawBufferPointer, isBigEndian: Bool) {
        self.memory = memory
        self.isBigEndian = isBigEndian
    }

    /// Reads values by their signature.
    ///
    /// - Throws: `DATA_CORRUPTED` if the memory does not hold them.
    mutating func values(_ signature: String) throws(KeychainError) -> [DBusValue] {
        var types = Array(signature.utf8)[...]
        var values: [DBusValue] = []
        while !types.isEmpty { values.append(try value(&types, depth: 0)) }
        return values
    }

    /// Skips to a multiple of an alignment.
    mutating func align(_ alignment: Int) throws(KeychainError) {
        position = (position + alignment - 1) / alignment * alignment
        if position > memory.count { throw Self.malformed }
    }

    private mutating func value(
        _ types: inout ArraySlice<UInt8>, depth: Int
    ) throws(KeychainError) -> DBusValue {
        // The specification allows 32 arrays in 32 structures.
        guard depth <= 64, let type = types.popFirst() else { throw Self.malformed }
        switch type {
        case UInt8(ascii: "y"): return .number(try number(1))
        case UInt8(ascii: "n"), UInt8(ascii: "q"): return .number(try number(2))
        case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"):
            return .number(try number(4))
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"):
            return .number(try number(8))
        case UInt8(ascii: "s"), UInt8(ascii: "o"): return .text(try text(lengthSize: 4))
        case UInt8(ascii: "g"): return .text(try text(lengthSize: 1))
        case UInt8(ascii: "v"):
            var inner = Array(try text(lengthSize: 1).utf8)[...]
            let content = try value(&inner, depth: depth + 1)
            guard inner.isEmpty else { throw Self.malformed }
            return .variant(content)
        case UInt8(ascii: "a"): return try array(&types, depth: depth + 1)
        case UInt8(ascii: "("): return try structure(&types, until: ")", depth: depth + 1)
        case UInt8(ascii: "{"): return try structure(&types, until: "}", depth: depth + 1)
        default: throw Self.malformed
        }
    }

    private mutating func structure(
        _ types: inout ArraySlice<UInt8>, until end: Unicode.Scalar, depth: Int
    ) throws(KeychainError) -> DBusValue {
        try align(8)
        var fields: [DBusValue] = []
        while types.first != UInt8(ascii: end) { fields.append(try value(&types, depth: depth)) }
        types.removeFirst()
        // An empty one is forbidden, and an array of them would never end.
        guard !fields.isEmpty else { throw Self.malformed }
        return .structure(fields)
    }

    private mutating func array(
        _ types: inout ArraySlice<UInt8>, depth: Int
    ) throws(KeychainError) -> DBusValue {
        let byteCount = Int(try number(4))
        let elementType = types
        if let first = types.first { try align(Self.alignment(of: first)) }
        guard byteCount <= memory.count - position else { throw Self.malformed }
        let end = position + byteCount
        if types.first == UInt8(ascii: "y") {
            types.removeFirst()
            defer { position = end }
            return .bytes(
                SecretBytes(copying: UnsafeRawBufferPointer(rebasing: memory[position..<end])))
        }
        var elements: [DBusValue] = []
        while position < end {
            var types = elementType
            elements.append(try value(&types, depth: depth))
        }
        guard position == end else { throw Self.malformed }
        try Self.skipType(&types, depth: depth)
        return .array(elements)
    }

    private mutating func text(lengthSize: Int) throws(KeychainError) -> String {
        let count = Int(try number(lengthSize))
        guard count < memory.count - position else { throw Self.malformed }
        let bytes = memory[position..<(position + count)]
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding repairs; a repaired name would be another name.
        guard text.utf8.elementsEqual(bytes), memory[position + count] == 0 else {
            throw Self.malformed
        }
        position += count + 1
        return text
    }

    private mutating func number(_ size: Int) throws(KeychainError) -> UInt64 {
        try align(size)
        guard size <= memory.count - position else { throw Self.malformed }
        defer { position += size }
        let bytes = memory[position..<(position + size)]
        func join(_ bytes: some Sequence<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        return isBigEndian ? join(bytes) : join(bytes.reversed())
    }

    /// Drops one complete type from the front of a signature.
    private static func skipType(
        _ types: inout ArraySlice<UInt8>, depth: Int
    ) throws(KeychainError) {
        guard depth <= 64, let type = types.popFirst() else { throw malformed }
        let ends: [UInt8: UInt8] = [
            UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "{"): UInt8(ascii: "}"),
        ]
        if type == UInt8(ascii: "a") { return try skipType(&types, depth: depth + 1) }
        guard let end = ends[type] else { return }
        while types.first != end { try skipType(&types, depth: depth + 1) }
        types.removeFirst()
    }

    private static func alignment(of type: UInt8) -> Int {
        switch type {
        case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("),
            UInt8(ascii: "{"):
            8
        default: 4
        }
    }

    static let malformed = KeychainError(
        .dataCorrupted, "the session bus sent a message that is not well-formed")
}
#endif
