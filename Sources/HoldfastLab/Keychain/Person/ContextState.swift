import HoldfastApple

/// What an `LAContext` knows: what it was told, and what a person has shown it.
struct ContextState: Sendable, Equatable {
    var settings = AuthenticationSettings(reason: "")
    var hasBiometry = false
    var hasPasscode = false
    var hasApplicationPassword = false
    var isInvalid = false
    /// Whether any policy was asked about, so that the kind of biometry is known.
    var wasAsked = false
    /// What the set of fingers looked like when a biometric policy was last found possible.
    var domainState: [UInt8]?
}
