#if os(Linux)
public import HoldfastCore

/// How often the kernel's keyring is looked at for a change; it has no way to tell of one.
private let pollingInterval = Duration.milliseconds(250)

extension LinuxVault {
    /// What the vault can answer now; a vault that does not exist yet is unlocked.
    public func availability() async -> StoreAvailability {
        do {
            return try await run { (core) throws(KeychainError) in core.availability() }
        } catch {
            return .unavailable(error)
        }
    }

    /// The vault's states, the present one first, each change after it within half a second.
    public func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var last: StoreAvailability?
                while !Task.isCancelled {
                    let now = await availability()
                    if now != last { continuation.yield(now) }
                    last = now
                    do {
                        try await configuration.clock.sleep(for: pollingInterval)
                    } catch {
                        // Cancelled: nobody listens any more.
                        break
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
#endif
