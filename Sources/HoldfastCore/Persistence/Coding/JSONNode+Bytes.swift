import HoldfastCrypto

/// Writing a JSON value into memory that is allocated once, with the names of objects in order.
extension JSONNode {
    /// The value as UTF-8 in wiped memory.
    ///
    /// - Parameter frame: what to put around so many bytes of JSON.
    /// - Returns: head, JSON, tail.
    func bytes(in frame: (Int) -> StateFrame) -> SecretBytes {
        let count = byteCount
        let frame = frame(count)
        let all = frame.head.count + count + (frame.tail?.count ?? 0)
        return SecretBytes(count: all) { memory in
            var writer = MemoryWriter(memory)
            frame.head.withUnsafeBytes { writer.put($0) }
            write(to: &writer)
            frame.tail?.withUnsafeBytes { writer.put($0) }
        }
    }

    private var byteCount: Int {
        switch value {
        case .undecided: 2
        case .literal(let text): text.utf8.count
        case .text(let text): Self.byteCount(of: text)
        case .array(let elements):
            elements.reduce(2 + max(0, elements.count - 1)) { $0 + $1.byteCount }
        case .object(let members):
            members.reduce(2 + max(0, members.count - 1)) {
                $0 + Self.byteCount(of: $1.key) + 1 + $1.value.byteCount
            }
        }
    }

    private func write(to writer: inout MemoryWriter) {
        switch value {
        // What encoded nothing is an empty object.
        case .undecided: writer.put("{}")
        case .literal(let text): writer.put(text)
        case .text(let text): Self.write(text, to: &writer)
        case .array(let elements):
            writer.put(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.put(UInt8(ascii: ",")) }
                element.write(to: &writer)
            }
            writer.put(UInt8(ascii: "]"))
        case .object(let members):
            writer.put(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { writer.put(UInt8(ascii: ",")) }
                Self.write(member.key, to: &writer)
                writer.put(UInt8(ascii: ":"))
                member.value.write(to: &writer)
            }
            writer.put(UInt8(ascii: "}"))
        }
    }

    // MARK: - Text

    private static func byteCount(of text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            2 + bytes.count + extraByteCount(of: bytes)
        }
    }

    /// How many bytes the escapes of a text take beyond its own.
    private static func extraByteCount(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        // Most text needs none; this loop has no branch, so that the compiler can do many at once.
        var escapedCount: Int = 0
        for byte in bytes {
            escapedCount &+= byte < 0x20 || byte == 0x22 || byte == 0x5C ? 1 : 0
        }
        if escapedCount == 0 { return 0 }
        return bytes.reduce(0) { $0 + (escape(of: $1)?.utf8.count ?? 1) - 1 }
    }

    private static func write(_ text: String, to writer: inout MemoryWriter) {
        var text = text
        writer.put(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            if extraByteCount(of: bytes) == 0 { return writer.put(UnsafeRawBufferPointer(bytes)) }
            for byte in bytes {
                if let escape = escape(of: byte) { writer.put(escape) } else { writer.put(byte) }
            }
        }
        writer.put(UInt8(ascii: "\""))
    }

    /// What stands for a byte that JSON does not allow in text.
    ///
    /// - Note: RFC 8259, section 7.
    private static func escape(of byte: UInt8) -> String? {
        switch byte {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x08: "\\b"
        case 0x0C: "\\f"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x00...0x1F: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        default: nil
        }
    }
}

/// Fills memory from its start.
private struct MemoryWriter {
    private let memory: UnsafeMutableRawBufferPointer
    private var position = 0

    init(_ memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    mutating func put(_ byte: UInt8) {
        memory[position] = byte
        position += 1
    }

    mutating func put(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: memory[position...]).copyMemory(from: bytes)
        position += bytes.count
    }

    mutating func put(_ text: String) {
        for byte in text.utf8 { put(byte) }
    }
}
