/// What an `LAContext` is told before it is used.
public struct AuthenticationSettings: Sendable, Equatable {
    /// `localizedReason`: the sentence of the prompt; must not be empty.
    public var reason: String
    /// `localizedCancelTitle`; `nil` takes the system's.
    public var cancelTitle: String?
    /// `localizedFallbackTitle`; an empty text hides the button, `nil` takes the system's.
    public var fallbackTitle: String?
    /// `interactionNotAllowed`: whether a prompt is an error instead.
    public var interactionNotAllowed: Bool
    /// `touchIDAuthenticationAllowableReuseDuration` in whole seconds, 0 to 300.
    public var reuseSeconds: Int

    /// Takes settings.
    ///
    /// - Parameters:
    ///   - reason: the sentence of the prompt.
    ///   - cancelTitle: the text of the cancel button.
    ///   - fallbackTitle: the text of the fallback button.
    ///   - interactionNotAllowed: whether a prompt is an error instead.
    ///   - reuseSeconds: for how long an unlock by biometry counts.
    public init(
        reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil,
        interactionNotAllowed: Bool = false, reuseSeconds: Int = 0
    ) {
        self.reason = reason
        self.cancelTitle = cancelTitle
        self.fallbackTitle = fallbackTitle
        self.interactionNotAllowed = interactionNotAllowed
        self.reuseSeconds = reuseSeconds
    }
}
