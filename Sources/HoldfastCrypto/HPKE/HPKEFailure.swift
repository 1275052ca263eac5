/// Why opening with a key that somebody keeps gave no result.
public enum HPKEFailure<KeyFailure: Error>: Error {
    /// The sender's bytes, or what both sides give, are not right.
    case crypto(CryptoError)
    /// The key's keeper did not do its work.
    case key(KeyFailure)
}

extension HPKEFailure {
    /// Runs a body, and throws what it throws as ``crypto(_:)``.
    static func crypto<R: ~Copyable>(
        _ body: () throws(CryptoError) -> R
    ) throws(HPKEFailure) -> R {
        do {
            return try body()
        } catch {
            throw .crypto(error)
        }
    }
}
