#if os(Linux)
public import HoldfastCore

/// How often the kernel's keyring is looked at for a change; it has no way to tell of one.
private let pollingInterval = Duration.milliseconds(250)

/// For how long hardware that did not open a vault's seal is not asked again by whoever only watches.
private let hardwareRest = Duration.seconds(10)

extension LinuxVault {
    /// What the vault can answer now; a vault that does not exist yet is unlocked.
    public func availability() async -> StoreAvailability {
        await availability(restingHardwareFor: .zero)
    }

    /// The vault's states, the present one first, each change after it within half a second; a
    /// change of what hardware says that seals the vault, within ten seconds.
    public func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        .polling(every: pollingInterval, configuration.clock) {
            await self.availability(restingHardwareFor: hardwareRest)
        }
    }

    private func availability(restingHardwareFor rest: Duration) async -> StoreAvailability {
        do {
            return try await run { (core) throws(KeychainError) in
                core.availability(restingHardwareFor: rest)
            }
        } catch {
            return .unavailable(error)
        }
    }
}
#endif
