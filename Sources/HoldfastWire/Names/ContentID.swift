import HoldfastCrypto

/// Names what a message says, without giving it away: two attempts at one message have one name.
///
/// Two names under one sender's ``MessageID`` are two texts, which an honest sender never makes.
///
/// - Note: `SHA-256("holdfast/content/v1" ‖ salt ‖ content)`; the salt, 32 random bytes, is inside
///   the body, so that nobody can test a guess.
public struct ContentID: WireIdentifier {
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
}
