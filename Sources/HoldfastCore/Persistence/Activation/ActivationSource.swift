/// A moment at which a state that could not be loaded is worth another try.
public enum ActivationEvent: Sendable, Equatable {
    /// The app came to the foreground.
    case foreground
    /// The device, or the vault, was unlocked.
    case unlocked
}

/// Tells when the app comes to the foreground and when the device is unlocked.
///
/// On Apple's systems and Android the app feeds an ``ActivationFeed`` from what the system tells it;
/// on Linux ``StoreActivations`` follows the vault's own state.
public protocol ActivationSource: Sendable {
    /// The events from now on.
    ///
    /// - Returns: a sequence; leaving its loop stops the observation.
    func activations() -> AsyncStream<ActivationEvent>
}
