import HoldfastWire

/// 32 bytes that name or vouch for a piece of a backup; a list of many takes little memory.
public struct Digest256: Sendable, Hashable {
    /// Number of bytes.
    public static let byteCount = 32

    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Takes 32 bytes; `nil` for another count.
    ///
    /// - Parameter bytes: any; only 32 are a digest.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        words = bytes.withUnsafeBytes {
            $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self)
        }
    }

    /// Takes what a hash function gave.
    init(known bytes: [UInt8]) {
        guard let digest = Digest256(bytes) else { preconditionFailure("a hash has 32 bytes") }
        self = digest
    }

    /// The 32 bytes.
    public var bytes: [UInt8] { withUnsafeBytes(of: words) { [UInt8]($0) } }

    /// Whether all bytes are the same.
    public static func == (left: Digest256, right: Digest256) -> Bool {
        left.words == right.words
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension WireReader {
    mutating func digest(_ field: StaticString) throws(WireError) -> Digest256 {
        Digest256(known: try raw(Digest256.byteCount, field))
    }
}
