import HoldfastCore
import HoldfastCrypto

/// The keys that prekeys' rows are sealed under, one for each epoch, in the item store.
///
/// To remove one is what makes the rows of its epoch unreadable for ever.
struct EpochKeys: Sendable {
    let store: any ItemStore
    let random: any SecureRandom

    private static let service = "holdfast.prekeys"
    private static let keyByteCount = 32

    /// An epoch's key; `nil` if the store answered that there is none (P1), or that it is lost for
    /// good, as on another phone than the one that made it.
    func read(_ epoch: UInt32) async throws(KeychainError) -> SecretBytes? {
        do throws(KeychainError) {
            return try await store.read(try name(epoch), prompt: .standard)?.value
        } catch {
            guard error.code == .keyInvalidated else { throw error }
            return nil
        }
    }

    /// An epoch's key, which an earlier try may have made.
    func make(_ epoch: UInt32) async throws(KeychainError) -> SecretBytes {
        if let key = try await read(epoch) { return key }
        let key: SecretBytes
        do throws(CryptoError) {
            key = try random.secret(Self.keyByteCount)
        } catch {
            throw KeychainError(
                .unknown, "random bytes could not be drawn", nativeDomain: "holdfast.crypto",
                nativeCode: error.nativeCode)
        }
        _ = try await store.writeNew(key, for: try name(epoch))
        return key
    }

    /// Destroys an epoch's key.
    func destroy(_ epoch: UInt32) async throws(KeychainError) {
        _ = try await store.remove(try name(epoch))
    }

    private func name(_ epoch: UInt32) throws(KeychainError) -> ItemKey {
        try ItemKey(service: Self.service, account: "epoch-\(epoch)")
    }
}
