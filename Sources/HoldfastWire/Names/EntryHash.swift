/// Names an entry of a device log: the hash of the bytes that were signed.
///
/// Signatures are not in it, so that a second signature of the same entry gives no second name.
public struct EntryHash: WireIdentifier {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes a name by its bytes; `nil` for another count than 32.
    ///
    /// - Parameter bytes: any; only 32 are a name.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Takes bytes that are known to be 32.
    init(known: [UInt8]) {
        bytes = known
    }

    /// What stands in the first entry, which has none before it.
    public static let none = EntryHash(known: [UInt8](repeating: 0, count: byteCount))
}
