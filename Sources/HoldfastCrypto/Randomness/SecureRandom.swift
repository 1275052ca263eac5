/// A source of bytes that are fit for keys, salts and nonces.
///
/// Whoever makes keys takes one of these and nothing else (P12). The only conformer in production
/// is ``SystemRandom``; one that starts from a seed exists for simulations and says so.
public protocol SecureRandom: Sendable {
    /// Whether the same bytes can be had again from a seed; stores mark what they make with it.
    var isReproducible: Bool { get }

    /// Fills memory with random bytes.
    ///
    /// - Parameter buffer: 0 or more bytes; all of them are written.
    /// - Throws: ``CryptoError`` with `randomnessUnavailable`; the buffer may be partly written
    ///   then and must not be used.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError)
}

extension SecureRandom {
    /// Makes random bytes in ordinary memory, for what is not secret: salts, nonces, ids.
    ///
    /// - Parameter count: Number of bytes, 0 or more.
    /// - Returns: `count` bytes.
    /// - Throws: ``CryptoError`` with `randomnessUnavailable`.
    public func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
        try [UInt8](count: count) { (buffer) throws(CryptoError) in try fill(buffer) }
    }

    /// Makes a random secret, such as a key.
    ///
    /// - Parameter count: Number of bytes, 0 or more.
    /// - Returns: `count` bytes in wiped memory.
    /// - Throws: ``CryptoError`` with `randomnessUnavailable`.
    public func secret(_ count: Int) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: count) { (buffer) throws(CryptoError) in try fill(buffer) }
    }

    /// Picks a whole number, each as likely as any other.
    ///
    /// - Parameter bound: 1 or more; the number is below it.
    /// - Returns: 0 to `bound` - 1.
    /// - Throws: ``CryptoError`` with `invalidParameter` if `bound` is below 1, with
    ///   `randomnessUnavailable` if there are no random bytes.
    public func uniform(below bound: Int) throws(CryptoError) -> Int {
        guard bound >= 1 else {
            throw CryptoError(.invalidParameter, "A bound for a random number is 1 or more.")
        }
        let choices = UInt64(bound)
        // Draws below 2^64 mod `choices` are thrown away: the rest is a whole multiple of
        // `choices`, so that the remainder favours no number.
        let firstFair = (0 &- choices) % choices
        while true {
            let draw = try word()
            if draw >= firstFair { return Int(draw % choices) }
        }
    }

    private func word() throws(CryptoError) -> UInt64 {
        var word: UInt64 = 0
        try withUnsafeMutableBytes(of: &word) { (buffer) throws(CryptoError) in
            try fill(buffer)
        }
        return word
    }
}
