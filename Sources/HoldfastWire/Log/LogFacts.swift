public import HoldfastCrypto

/// What a device log says after an entry.
public struct LogFacts: Sendable, Hashable {
    /// Every device that was ever in the account, by its id.
    public internal(set) var members: [DeviceID: LogMember] = [:]
    /// The key that the person's phrase gives, if there is one.
    public internal(set) var recoveryKey: P256PublicKey?
    /// The newest state of a backup that a device has told.
    public internal(set) var checkpoint: Checkpoint?
    /// The forks that the recovery key has ended, oldest first; also those that can be undone.
    public internal(set) var merges: [LogMerge] = []

    /// The newest state of a backup.
    public struct Checkpoint: Sendable, Hashable {
        /// Which backup.
        public let lineage: SlotID
        /// Its generation, which only grows.
        public let generation: UInt64
        /// The hash of its manifest.
        public let manifest: EntryHash
    }

    /// The devices that messages are encrypted to, in the order of their ids.
    public var activeDevices: [DeviceRecord] {
        // By the names that are there: a record's own is a hash, and would be made at each step.
        members.filter(\.value.isActive).sorted { $0.key < $1.key }.map(\.value.record)
    }

    /// What the person's phrase opens messages as, if the person asked for that.
    public var recoveryRecipient: DeviceRecord? {
        members.values.first { $0.isActive && $0.record.isRecoveryRecipient }?.record
    }

    /// An active device.
    func active(_ id: DeviceID) -> DeviceRecord? {
        members[id].flatMap { $0.isActive ? $0.record : nil }
    }

    /// The number of active devices beside one; a recovery recipient is none.
    func othersCount(beside id: DeviceID) -> Int {
        members.count {
            $0.key != id && $0.value.isActive && !$0.value.record.isRecoveryRecipient
        }
    }

    mutating func takeIn(_ record: DeviceRecord, at sequence: UInt64) {
        members[record.id] = LogMember(record: record, since: sequence, standing: .active)
    }

    mutating func putOut(
        _ id: DeviceID, at sequence: UInt64, reason: RemovalReason, lastCounter: UInt64
    ) {
        members[id]?.standing = .removed(at: sequence, reason: reason, lastCounter: lastCounter)
    }
}
