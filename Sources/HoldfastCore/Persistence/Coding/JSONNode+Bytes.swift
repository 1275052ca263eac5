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
        case .text(let text): text.byteCount
        case .array(let elements):
            elements.reduce(2 + max(0, elements.count - 1)) { $0 + $1.byteCount }
        case .object(let members):
            members.reduce(2 + max(0, members.count - 1)) {
                $0 + JSONText($1.key).byteCount + 1 + $1.value.byteCount
            }
        }
    }

    private func write(to writer: inout MemoryWriter) {
        switch value {
        // What encoded nothing is an empty object.
        case .undecided: writer.put("{}")
        case .literal(let text): writer.put(text)
        case .text(let text): text.write(to: &writer)
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
                JSONText(member.key).write(to: &writer)
                writer.put(UInt8(ascii: ":"))
                member.value.write(to: &writer)
            }
            writer.put(UInt8(ascii: "}"))
        }
    }
}

/// Fills memory from its start.
struct MemoryWriter {
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
