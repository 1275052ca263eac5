/// Bytes that nobody else should see, wiped when the last copy of the value goes.
///
/// They lie in memory that is locked against swapping and left out of core dumps where the system
/// permits (best effort: a refused lock, as under a small `RLIMIT_MEMLOCK`, is not an error). They
/// do not show in `description`, in a debugger's mirror or in `dump` (P10). Copies of the value
/// share the bytes, which never change.
///
/// It is neither `Hashable` nor `Codable` on purpose: a hash table would compare secrets in
/// variable time, and an encoder would copy them to memory that nobody wipes. The two ways out are
/// ``withUnsafeBytes(_:)`` and, as a copy, ``copyBytes()``.
public struct SecretBytes: Sendable {
    private let storage: SecretStorage

    /// Copies bytes into wiped memory.
    ///
    /// The source is not wiped: where it is the caller's own buffer, the caller does that.
    ///
    /// - Parameter bytes: 0 or more bytes.
    public init(_ bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Copies a text's UTF-8 bytes into wiped memory.
    ///
    /// - Parameter text: Any text; the string itself stays in ordinary memory until it is released.
    public init(utf8 text: String) {
        self.init(text.utf8)
    }

    /// Copies raw memory into wiped memory.
    ///
    /// - Parameter bytes: 0 or more bytes; not wiped.
    public init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// Makes a secret in place, so that its bytes never lie anywhere else.
    ///
    /// - Parameters:
    ///   - count: Number of bytes, 0 or more.
    ///   - body: Receives `count` zero bytes to write to; the pointer is valid only inside.
    /// - Throws: What the body throws; what it wrote is wiped then.
    public init<E: Error>(
        count: Int, initializingWith body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        precondition(count >= 0, "a secret has 0 or more bytes")
        let storage = SecretStorage(count: count)
        try body(storage.bytes)
        self.storage = storage
    }

    /// Number of bytes.
    public var count: Int { storage.bytes.count }

    /// Whether there are no bytes; an empty secret is a value, not an absence.
    public var isEmpty: Bool { count == 0 }

    /// Lets a body read the bytes where they lie.
    ///
    /// - Parameter body: Receives the bytes; the pointer is valid only inside, and its address is
    ///   `nil` for an empty secret.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        defer { withExtendedLifetime(storage) {} }
        return try body(UnsafeRawBufferPointer(storage.bytes))
    }

    /// Copies the bytes to ordinary memory, which nobody wipes.
    ///
    /// - Returns: As many bytes as ``count``.
    public func copyBytes() -> [UInt8] {
        withUnsafeBytes { [UInt8]($0) }
    }

    /// Copies the bytes to a string in ordinary memory, if they are well-formed UTF-8.
    ///
    /// - Returns: The text, whose memory nobody wipes; `nil` if the bytes are not UTF-8. Nothing is
    ///   repaired or left out.
    public func utf8String() -> String? {
        withUnsafeBytes { bytes in
            // Decoding replaces what is malformed, so only well-formed bytes come back unchanged.
            let text = String(decoding: bytes, as: UTF8.self)
            return text.utf8.elementsEqual(bytes) ? text : nil
        }
    }
}

extension SecretBytes: Equatable {
    /// Compares two secrets in time that depends on their lengths alone.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.withUnsafeBytes { leftBytes in
            right.withUnsafeBytes { equalInConstantTime(leftBytes, $0) }
        }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes, never the bytes (P10).
    public var description: String { "SecretBytes(\(count) bytes)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` and debuggers show no bytes (P10).
    public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
