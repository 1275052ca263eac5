/// Says where the backup of a phrase lies: the name under which its header is found.
///
/// It is derived from the phrase behind the same slow step as everything else, so that it helps
/// nobody to guess; it opens nothing, and may stand on a sheet of paper or in a code to scan.
public struct Locator: Sendable, Hashable {
    /// Number of bytes.
    public static let byteCount = 16

    /// The bytes.
    public let bytes: [UInt8]

    /// Takes a locator by its bytes; `nil` for another count than 16.
    ///
    /// - Parameter bytes: any; only 16 are a locator.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}
