#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The vault's own record of itself: who it is, how it is locked, its wrapped class keys.
struct Keybag: Equatable, Sendable {
    /// The format that this version reads and writes.
    static let format: UInt32 = 1

    let vaultID: VaultID
    let created: UnixTime
    /// Whether the vault was made with reproducible randomness, for tests alone.
    let isLab: Bool
    /// Which device secret it hangs on.
    let deviceSecretID: [UInt8]
    /// How the passcode is stretched; `nil` without a passcode.
    var passcode: PasscodeSettings?
    /// By which the root is checked.
    var rootCheck: [UInt8]
    /// Grows with every change of this record.
    var serial: UInt64
    /// All generations of all class keys that items may still be under.
    var keys: [KeySlot: WrappedKey]

    /// The generation of a class in which new items are written; `nil` if the class has no key.
    func current(_ keyClass: KeyClass) -> KeySlot? {
        keys.keys.lazy.filter { $0.keyClass == keyClass }.max { $0.generation < $1.generation }
    }

    /// The generations that are on their way out.
    var retiring: [KeySlot] {
        keys.keys.filter { current($0.keyClass) != $0 }
    }

    /// All slots in a fixed order.
    var slots: [KeySlot] {
        keys.keys.sorted {
            ($0.keyClass.rawValue, $0.generation) < ($1.keyClass.rawValue, $1.generation)
        }
    }

    /// The SHA-256 over everything in it, stored beside it and bound into the root of the tree.
    ///
    /// Unkeyed, it finds damage before any key is there: a flipped bit must not look like a wrong
    /// passcode or another device. Inside the tree's MAC it also finds an exchange.
    var digest: [UInt8] {
        SHA256.hash(encoded)
    }

    private var encoded: [UInt8] {
        ByteWriter.encode(reserving: 1024) { writer in
            writer.put("holdfast/keybag/v1".utf8)
            writer.put(Self.format)
            writer.put(vaultID.bytes)
            writer.put(created.seconds)
            writer.put(UInt8(isLab ? 1 : 0))
            writer.putWithLength(deviceSecretID)
            writer.put(UInt8(passcode == nil ? 0 : 1))
            writer.put(UInt32(passcode?.memoryKiB ?? 0))
            writer.put(UInt32(passcode?.iterations ?? 0))
            writer.putWithLength(passcode?.salt ?? [])
            writer.putWithLength(rootCheck)
            writer.put(serial)
            writer.put(UInt32(keys.count))
            for slot in slots { put(slot, into: &writer) }
        }
    }

    private func put(_ slot: KeySlot, into writer: inout ByteWriter) {
        guard let key = keys[slot] else { return }
        writer.put(slot.keyClass.rawValue)
        writer.put(slot.generation)
        writer.putWithLength(key.salt)
        writer.putWithLength(key.sealed)
        writer.putWithLength(key.check)
    }
}
#endif
