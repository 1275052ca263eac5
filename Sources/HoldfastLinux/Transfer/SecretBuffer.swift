package import HoldfastCrypto

/// A growing run of secret bytes, wiped when it grows out of its memory and when it goes.
///
/// For secrets whose length is not known beforehand: what is read from a descriptor, what is built
/// up before it is written. An array would leave a copy behind each time it grows.
package final class SecretBuffer {
    private var memory: UnsafeMutableRawBufferPointer

    /// Number of bytes held.
    package private(set) var count = 0

    /// Makes an empty buffer.
    ///
    /// - Parameter capacity: bytes that fit before the first growth; 1 or more.
    package init(capacity: Int = 512) {
        memory = .allocate(byteCount: max(1, capacity), alignment: 1)
    }

    deinit {
        memory.wipe()
        memory.deallocate()
    }

    /// Whether no bytes are held.
    package var isEmpty: Bool { count == 0 }

    /// Adds one byte.
    package func append(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    /// Adds raw memory.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Adds a secret's bytes.
    package func append(_ secret: SecretBytes) {
        secret.withUnsafeBytes { append($0) }
    }

    /// Adds a text's UTF-8 bytes.
    package func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Lets a body write behind the bytes held.
    ///
    /// - Parameters:
    ///   - maximumCount: bytes that the body may write.
    ///   - body: receives that many bytes, says how many it wrote.
    /// - Returns: how many bytes were added.
    /// - Throws: what the body throws; nothing was added then.
    package func append<E: Error>(
        upTo maximumCount: Int, filling body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        reserve(maximumCount)
        let room = UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + maximumCount)])
        let added = try body(room)
        precondition((0...maximumCount).contains(added), "a body writes only where it may")
        count += added
        return added
    }

    /// Drops bytes from the end and wipes them.
    ///
    /// - Parameter dropped: 0 to ``count``.
    package func removeLast(_ dropped: Int) {
        precondition((0...count).contains(dropped), "only bytes that are there can be dropped")
        UnsafeMutableRawBufferPointer(rebasing: memory[(count - dropped)..<count]).wipe()
        count -= dropped
    }

    /// Lets a body read the bytes where they lie.
    ///
    /// - Parameter body: receives the bytes; the pointer is valid only inside.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    package func withUnsafeBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// A copy of the bytes as a secret.
    package var secret: SecretBytes { withUnsafeBytes { SecretBytes(copying: $0) } }

    private func reserve(_ added: Int) {
        guard memory.count - count < added else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(memory.count * 2, count + added), alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        memory.wipe()
        memory.deallocate()
        memory = larger
    }
}
