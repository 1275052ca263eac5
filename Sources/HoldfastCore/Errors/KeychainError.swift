/// What went wrong when a store could not do what it was asked, in one stable code.
///
/// A missing value is never an error: reads answer `nil` for it (P1). Every failure of a store is
/// a `KeychainError` whose ``code`` is one of the twenty of the catalogue, with the native error
/// behind it for logs (P11). ``description`` holds no item name, value or path (P10); ``message``
/// may name a rule, a file of the store or a way out, never a value.
///
/// ```swift
/// do {
///     token = try await store.read(key)?.value
/// } catch KeychainError.Code.interactionNotAllowed {
///     // Not readable now: keep the old state, try again after the unlock.
/// }
/// ```
///
/// - SeeAlso: ``ErrorCatalogue``, which says when each code happens and what to do about it.
public struct KeychainError: Error, Sendable, Equatable {
    /// Which of the catalogue's situations this is.
    public let code: Code

    /// What failed and why, as half a sentence for a developer's log or a terminal: no capital, no
    /// full stop, no value and no passcode.
    public let message: String

    /// Where the native error comes from: `errno`, `sqlite`, `keyutils`, `holdfast.store`,
    /// `holdfast.crypto` or a platform's own domain; `nil` when the package itself refused.
    public let nativeDomain: String?

    /// The native error's number in its domain.
    public let nativeCode: Int?

    /// What to do about this very failure, if that is more than the catalogue's general advice.
    public let advice: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: the catalogue's code.
    ///   - message: what failed and why; must hold no value, passcode or key.
    ///   - nativeDomain: where `nativeCode` comes from.
    ///   - nativeCode: the native number.
    ///   - advice: what to do about this very failure; `nil` takes the catalogue's.
    public init(
        _ code: Code, _ message: String, nativeDomain: String? = nil, nativeCode: Int? = nil,
        advice: String? = nil
    ) {
        self.code = code
        self.message = message
        self.nativeDomain = nativeDomain
        self.nativeCode = nativeCode
        self.advice = advice
    }

    /// What the app or the person should do: this failure's own advice, or the catalogue's.
    public var recovery: String {
        advice ?? ErrorCatalogue.entry(for: code)?.whatToDo ?? ErrorCatalogue.adviceForUnknown
    }
}

extension KeychainError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The code, the native pair and the advice; no name, value or path (P10).
    public var description: String {
        let native = nativeDomain.map { " (\($0) \(nativeCode.map(String.init) ?? "-"))" } ?? ""
        return "\(code.rawValue)\(native): \(recovery)"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }
}
