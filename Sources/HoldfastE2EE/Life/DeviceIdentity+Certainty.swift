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
            if try await parts.store.isFree(key) {
                _ = try await parts.store.writeNew(SecretBytes(Self.sentinelValue), for: key)
            }
            let item = try await parts.store.read(key, prompt: .standard)
            return item?.value == SecretBytes(Self.sentinelValue)
        } catch {
            return false
        }
    }
}

extension ItemStore {
    /// Whether a name has no item, or one that came with a backup and without its key.
    func isFree(_ key: ItemKey) async throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            return try await read(key, prompt: .standard) == nil
        } catch {
            guard error.code == .keyInvalidated else { throw error }
            return true
        }
    }

    /// Writes an item of the identity's class under a name that is free.
    ///
    /// - Throws: a conflict if it is not: what can be read is never written over.
    func writeNew(
        _ value: SecretBytes, for key: ItemKey
    ) async throws(KeychainError) -> ItemVersion {
        var options = WriteOptions(protection: KeyUse.background.protection)
        do throws(KeychainError) {
            _ = try await read(key, prompt: .standard)
        } catch {
            guard error.code == .keyInvalidated else { throw error }
            return try await replaceInvalidated(
                key, with: value, options: options, prompt: .standard)
        }
        options.condition = .ifAbsent
        return try await write(value, for: key, options: options, prompt: .standard)
    }
}
