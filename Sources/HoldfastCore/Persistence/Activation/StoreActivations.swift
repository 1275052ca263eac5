/// An activation source that follows a store: an unlock is when items of a class become readable.
///
/// On Linux this is how a locked vault, also one that logind locked, is noticed to be open again.
public struct StoreActivations: ActivationSource {
    private let store: any ItemStore
    private let accessibility: Accessibility

    /// Follows a store.
    ///
    /// - Parameters:
    ///   - store: the store whose states are followed.
    ///   - accessibility: the class of the items that wait.
    public init(_ store: any ItemStore, accessibility: Accessibility) {
        self.store = store
        self.accessibility = accessibility
    }

    /// An event for each time that the class becomes readable, and one at once if it is readable
    /// now, so that an unlock just before is not missed.
    ///
    /// - Returns: a sequence that ends with the store's own.
    public func activations() -> AsyncStream<ActivationEvent> {
        let (store, accessibility) = (store, accessibility)
        let (stream, continuation) = AsyncStream.makeStream(
            of: ActivationEvent.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            var wasReadable = false
            for await state in store.availabilityUpdates() {
                let isReadable = state.isReadable(accessibility)
                if isReadable && !wasReadable { continuation.yield(.unlocked) }
                wasReadable = isReadable
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
