/// Names a device's place in its account, which a successor takes over: its name, its place in
/// contacts' lists, and their verification.
///
/// 16 random bytes, drawn once when the place is made.
public struct SlotID: Sendable, Hashable {
    /// Number of bytes.
    public static let byteCount = 16

    /// The bytes.
    public let bytes: [UInt8]

    /// The bytes in hexadecimal.
    public var hex: String { Hexadecimal.text(of: bytes) }

    /// Takes a slot by its bytes; `nil` for another count than 16.
    ///
    /// - Parameter bytes: any; only 16 are a slot.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}
