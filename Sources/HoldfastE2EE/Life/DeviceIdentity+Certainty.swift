import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension DeviceIdentity {
    private static let sentinelValue: [UInt8] = Array("holdfast-sentinel-v1".utf8)

    /// Whether what was found is certain enough to make a key or to give one up.
    ///
    /// A person is there, the device is unlocked, the store reads back an item of the keys' class,
    /// and a second look some seconds later finds the same.
    func isCertain(
        of first: IdentityLook, _ launch: IdentityLaunch, _ account: AccountID?
    ) async -> Bool {
        guard launch == .foreground, await parts.store.availability() == .unlocked,
            await sentinelReadsBack()
        else { return false }
        do {
            try await parts.clock.sleep(for: parts.pause)
        } catch {
            // The only error of a clock's sleep is that the task was cancelled.
            return false
        }
        let second = await look(account)
        let isUnlocked = await parts.store.availability() == .unlocked
        return isUnlocked && second.findings == first.findings && second.record == first.record
    }

    /// An item that is there reads back; where there is none yet, one is made and read back.
    private func sentinelReadsBack() async -> Bool {
        do throws(KeychainError) {
            let key = try IdentityNames.sentinel()
            if try await parts.store.read(key, prompt: .standard) == nil {
                _ = try await parts.store.write(
                    SecretBytes(Self.sentinelValue), for: key,
                    options: WriteOptions(
                        protection: KeyUse.background.protection, condition: .ifAbsent),
                    prompt: .standard)
            }
            let item = try await parts.store.read(key, prompt: .standard)
            return item?.value == SecretBytes(Self.sentinelValue)
        } catch {
            return false
        }
    }
}
