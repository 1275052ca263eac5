/// An exception as the platform threw it: class, text, the Keystore's numbers, and what caused it.
public struct JavaException: Error, Sendable, Equatable {
    /// The class, fully qualified: `android.security.keystore.KeyPermanentlyInvalidatedException`.
    public let className: String
    /// `getMessage()`.
    public let message: String?
    /// The internal error code of an `android.security.KeyStoreException`, where it can be read: a
    /// keystore2 `ResponseCode` (positive) or a KeyMint `ErrorCode` (negative).
    public let keystoreCode: Int?
    /// `KeyStoreException.getNumericErrorCode()`, from API 33 on.
    public let numericCode: Int?
    /// `getCause()`, one entry a level, the nearest first.
    public let causes: [JavaException]

    /// Takes an exception apart.
    ///
    /// - Parameters:
    ///   - className: the class, fully qualified.
    ///   - message: `getMessage()`.
    ///   - keystoreCode: the internal code of a `KeyStoreException`.
    ///   - numericCode: its public code.
    ///   - causes: the chain of causes, the nearest first, each without causes of its own.
    public init(
        _ className: String, message: String? = nil, keystoreCode: Int? = nil,
        numericCode: Int? = nil, causes: [JavaException] = []
    ) {
        self.className = className
        self.message = message
        self.keystoreCode = keystoreCode
        self.numericCode = numericCode
        self.causes = causes
    }
}
