/// A write that a gate refused, told without the value and without the item's name (P10).
public struct WriteRefusal: Sendable, Equatable {
    /// What kind of item it was, in the app's own words.
    public let category: ItemCategory
    /// Why the item could not be read.
    public let cause: KeychainError

    /// The error that the writer gets: the cause's code and native error, said to be a refusal.
    public var error: KeychainError {
        KeychainError(
            cause.code, "refused, because the item could not be read before the write",
            nativeDomain: cause.nativeDomain, nativeCode: cause.nativeCode,
            advice: cause.code == .keyInvalidated
                ? "tell the person why, and store the value anew with replaceInvalidated"
                : "keep the value and write it again when the item is readable")
    }
}
