import HoldfastCrypto

/// What a phone's backend remembers outside of the secure store, because the platform forgets.
///
/// A platform answers "not found" for an item whose key died, for one that a restore left out, and
/// sometimes for one that is only not readable yet. The ledger tells these apart. It is never
/// trusted over the store: it only explains the store's "not found", and when it is lost it starts
/// again from what the store holds.
///
/// Items stand under keyed hashes. The key lies in the same file, so the hashes hide names from
/// whoever sees a ledger and not its key, and nothing else.
///
/// It is a value; ``LedgerFile`` makes it durable.
package struct Ledger: Sendable, Equatable {
    /// The keyed hash that an item stands under, 32 bytes.
    package struct Name: Sendable, Hashable {
        let bytes: [UInt8]
    }

    /// Which sentinel of the secure store this ledger belongs to, 16 bytes.
    package let sentinel: [UInt8]

    /// The version that the next write gets.
    package private(set) var nextVersion: ItemVersion

    let hashKey: [UInt8]
    var entries: [Name: LedgerEntry]

    /// Starts a ledger with no entries.
    ///
    /// - Parameters:
    ///   - sentinel: the sentinel of the secure store that it belongs to, 16 bytes.
    ///   - highestVersion: the highest version found in the store, where a ledger was lost.
    ///   - now: versions begin above every one that a ledger lost before now could have given.
    ///   - random: draws the key of the hashes.
    /// - Throws: ``CryptoError`` with `randomnessUnavailable`.
    package init(
        sentinel: [UInt8], highestVersion: ItemVersion?, now: UnixTime, random: any SecureRandom
    ) throws(CryptoError) {
        // A lost ledger may have given versions to items that were removed since. A million writes
        // a second would have to be made to reach what the clock gives.
        let byClock = UInt64(max(0, now.seconds)) << Self.versionsPerSecondBits
        let next = max(byClock, (highestVersion?.rawValue ?? 0) + 1)
        self.init(
            sentinel: sentinel, nextVersion: ItemVersion(rawValue: next),
            hashKey: try random.bytes(Self.hashKeyByteCount), entries: [:])
    }

    init(
        sentinel: [UInt8], nextVersion: ItemVersion, hashKey: [UInt8],
        entries: [Name: LedgerEntry]
    ) {
        self.sentinel = sentinel
        self.nextVersion = nextVersion
        self.hashKey = hashKey
        self.entries = entries
    }

    /// The name that an item stands under.
    ///
    /// - Parameter parts: what makes the item's primary key on the platform, in a fixed order.
    /// - Returns: HMAC-SHA-256 over the parts, each behind its length as four bytes.
    package func name(of parts: [String]) -> Name {
        let key = HMACSHA256Key(SecretBytes(hashKey))
        let message = ByteWriter.encode { writer in
            for part in parts {
                writer.put(UInt32(part.utf8.count))
                writer.put(part.utf8)
            }
        }
        return Name(bytes: key.authenticate(message))
    }

    /// The entry of an item; `nil` if the ledger knows nothing of it.
    package subscript(name: Name) -> LedgerEntry? { entries[name] }

    /// All entries, in the order of their names, so that a run can be repeated.
    package var all: [(name: Name, entry: LedgerEntry)] {
        entries.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
            .map { ($0.key, $0.value) }
    }

    static let hashKeyByteCount = 32
    static let sentinelByteCount = 16
    private static let versionsPerSecondBits: UInt64 = 20
}

extension Ledger {
    /// Takes the version for a write; it is given to no other write.
    package mutating func takeVersion() -> ItemVersion {
        defer { nextVersion = ItemVersion(rawValue: nextVersion.rawValue + 1) }
        return nextVersion
    }

    /// Notes that an item is about to be written; save the ledger before the platform is called.
    ///
    /// - Parameters:
    ///   - name: the item.
    ///   - facts: what will be true of it.
    package mutating func beginWrite(_ name: Name, _ facts: LedgerFacts) {
        entries[name, default: LedgerEntry(settled: nil, pending: nil)].pending = .write(facts)
    }

    /// Notes that an item is about to be removed; save the ledger before the platform is called.
    ///
    /// - Parameter name: the item.
    package mutating func beginRemoval(_ name: Name) {
        entries[name, default: LedgerEntry(settled: nil, pending: nil)].pending = .removal
    }

    /// Notes that the store holds an item with these facts.
    ///
    /// - Parameters:
    ///   - name: the item.
    ///   - facts: what is true of it.
    package mutating func settle(_ name: Name, as facts: LedgerFacts) {
        entries[name] = LedgerEntry(settled: .item(facts), pending: nil)
    }

    /// Notes that an item's key is lost.
    ///
    /// - Parameters:
    ///   - name: the item.
    ///   - invalidation: by which rule and when it was noticed.
    ///   - facts: what was true of it.
    package mutating func bury(
        _ name: Name, _ invalidation: Invalidation, _ facts: LedgerFacts
    ) {
        entries[name] = LedgerEntry(settled: .tombstone(invalidation, facts), pending: nil)
    }

    /// Notes that a change did not happen: the platform refused it.
    ///
    /// - Parameter name: the item.
    package mutating func abandon(_ name: Name) {
        guard let settled = entries[name]?.settled else {
            entries[name] = nil
            return
        }
        entries[name] = LedgerEntry(settled: settled, pending: nil)
    }

    /// Forgets an item: it is in the store no more, or never was.
    ///
    /// - Parameter name: the item.
    package mutating func forget(_ name: Name) {
        entries[name] = nil
    }
}
