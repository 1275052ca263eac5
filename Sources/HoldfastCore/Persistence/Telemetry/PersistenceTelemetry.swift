/// Where an app wants to hear what went wrong around stored state.
public protocol PersistenceTelemetry: Sendable {
    /// Takes an event; must return at once and must not call the store or the persistor.
    ///
    /// - Parameter event: what happened.
    func record(_ event: PersistenceEvent)
}

/// Hears nothing.
public struct NoTelemetry: PersistenceTelemetry {
    /// Makes one.
    public init() {}

    /// Lets the event go.
    ///
    /// - Parameter event: what happened.
    public func record(_ event: PersistenceEvent) {}
}
