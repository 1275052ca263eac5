#if os(Linux)
/// Builds up a message in the order of bytes of this code's choice: little endian.
///
/// - Note: D-Bus Specification 0.43, "Marshaling (Wire Format)".
struct DBusWriter {
    private(set) var bytes: [UInt8] = []

    mutating func align(_ alignment: Int) {
        while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
    }

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    mutating func number(_ value: Int) {
        align(4)
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func text(_ value: String) {
        number(value.utf8.count)
        bytes += Array(value.utf8) + [0]
    }

    mutating func signature(_ value: String) {
        bytes.append(UInt8(value.utf8.count))
        bytes += Array(value.utf8) + [0]
    }

    mutating func variant(_ signature: String, _ value: String) {
        self.signature(signature)
        if signature == "g" { self.signature(value) } else { text(value) }
    }

    mutating func paths(_ values: [String]) {
        align(4)
        // An array counts its bytes; those of the count itself are a multiple of the alignment.
        var elements = DBusWriter()
        for value in values { elements.text(value) }
        number(elements.bytes.count)
        bytes += elements.bytes
    }

    /// One call of a method, whole.
    static func call(_ call: DBusCall, serial: Int) -> [UInt8] {
        var body = DBusWriter()
        for argument in call.arguments {
            switch argument {
            case .text(let text): body.text(text)
            case .variantText(let text): body.variant("s", text)
            case .paths(let paths): body.paths(paths)
            }
        }
        var message = DBusWriter()
        // Little endian, a call, no flags, protocol version 1.
        message.bytes = [UInt8(ascii: "l"), 1, 0, 1]
        message.number(body.bytes.count)
        message.number(serial)
        var fields = DBusWriter()
        var entries: [(UInt8, String, String)] = [
            (1, "o", call.path), (2, "s", call.interface), (3, "s", call.member),
            (6, "s", call.destination),
        ]
        if !call.signature.isEmpty { entries.append((8, "g", call.signature)) }
        for (code, type, value) in entries {
            fields.align(8)
            fields.byte(code)
            fields.variant(type, value)
        }
        message.number(fields.bytes.count)
        message.bytes += fields.bytes
        message.align(8)
        return message.bytes + body.bytes
    }
}

/// One call of a method.
struct DBusCall {
    /// The kinds of argument that a migration sends; none of them is a secret.
    enum Argument {
        /// A string or an object path.
        case text(String)
        /// A string in a variant.
        case variantText(String)
        /// An array of object paths.
        case paths([String])
    }

    let destination: String
    let path: String
    let interface: String
    let member: String
    var signature = ""
    var arguments: [Argument] = []
}
#endif
