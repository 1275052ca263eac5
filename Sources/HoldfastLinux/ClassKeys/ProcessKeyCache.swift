#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// Class keys in this process's own memory, for systems that refuse the kernel keyring.
final class ProcessKeyCache: ClassKeyCache {
    private struct Entry: Sendable {
        let key: SecretBytes
        let end: Duration?
    }

    private let clock: any VaultClock
    private let entries = Locked<[ClassKeyName: Entry]>([:])

    init(clock: any VaultClock) {
        self.clock = clock
    }

    func key(_ name: ClassKeyName) -> SecretBytes? {
        let now = clock.sinceBoot
        return entries.withLock { entries in
            guard let entry = entries[name] else { return nil }
            if let end = entry.end, now >= end {
                entries[name] = nil
                return nil
            }
            return entry.key
        }
    }

    func keep(_ key: SecretBytes, as name: ClassKeyName, lifetime: Duration?) {
        let entry = Entry(key: key, end: lifetime.map { clock.sinceBoot + $0 })
        entries.withLock { $0[name] = entry }
    }

    func drop(_ name: ClassKeyName) {
        entries.withLock { $0[name] = nil }
    }

    func renew(_ name: ClassKeyName, for lifetime: Duration) -> Bool {
        guard let key = key(name) else { return false }
        keep(key, as: name, lifetime: lifetime)
        return true
    }

    func limit(_ name: ClassKeyName, to lifetime: Duration) {
        if remainingLifetime(name) == nil { _ = renew(name, for: lifetime) }
    }

    func remainingLifetime(_ name: ClassKeyName) -> Duration? {
        let now = clock.sinceBoot
        return entries.withLock { entries in
            entries[name]?.end.map { max($0 - now, .zero) }
        }
    }
}
#endif
