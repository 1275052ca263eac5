import HoldfastCore
import HoldfastCrypto

/// Data keys that were unwrapped and may stay in the process, so that the Keystore is asked rarely.
final class DataKeyCache: Sendable {
    private struct Entry {
        let key: SecretBytes
        let staysWhileLocked: Bool
    }

    private let entries = Locked<[KeyID: Entry]>([:])

    /// The key, if it was kept and not dropped.
    func key(_ id: KeyID) -> SecretBytes? {
        entries.withLock { $0[id]?.key }
    }

    /// Keeps a key if its protection permits that.
    func keep(_ key: SecretBytes, of record: KeyRecord) {
        switch record.role {
        case .sentinel: keep(key, record.id, staysWhileLocked: true)
        case .data(let protection) where protection.permitsCaching:
            keep(
                key, record.id, staysWhileLocked: protection.accessibility.isReadableWhileLocked)
        case .data, .biometricWitness, .lockScreenWitness: break
        }
    }

    /// Drops what must not be there while the device is locked.
    func dropUnlocked() {
        entries.withLock { entries in entries = entries.filter { $0.value.staysWhileLocked } }
    }

    func dropAll() {
        entries.withLock { $0 = [:] }
    }

    private func keep(_ key: SecretBytes, _ id: KeyID, staysWhileLocked: Bool) {
        entries.withLock { $0[id] = Entry(key: key, staysWhileLocked: staysWhileLocked) }
    }
}
