#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The vault's own record of itself: who it is, how it is locked, its wrapped class keys.
struct Keybag: Equatable, Sendable {
    /// The format of new vaults.
    static let firstFormat: UInt32 = 1
    /// The format of vaults with a rescue code or a sealed device secret; the newest that this
    /// version reads and writes.
    static let newestFormat: UInt32 = 2

    /// The format of the vault's file; only grows, when what the old one lacks is first needed, so
    /// that older versions go on reading the vaults that they can.
    private(set) var format: UInt32

    let vaultID: VaultID
    let created: UnixTime
    /// Whether the vault was made with reproducible randomness, for tests alone.
    let isLab: Bool
    /// Which device secret it hangs on.
    var deviceSecretID: [UInt8]
    /// How the passcode is stretched; `nil` without a passcode.
    var passcode: PasscodeSettings?
    /// By which the root is checked.
    var rootCheck: [UInt8]
    /// Grows with every change of this record.
    var serial: UInt64
    /// All generations of all class keys that items may still be under.
    var keys: [KeySlot: WrappedKey]
    /// The device secret, if hardware seals it; `nil` if it lies in a file.
    var sealedSecret: SealedSecret? {
        didSet { needNewestFormat() }
    }
    /// The second wrap, if there is a rescue code.
    var rescue: RescueWrap? {
        didSet { needNewestFormat() }
    }

    private mutating func needNewestFormat() {
        if sealedSecret != nil || rescue != nil { format = Self.newestFormat }
    }

    /// The generation of a class in which new items are written; `nil` if the class has no key.
    func current(_ keyClass: KeyClass) -> KeySlot? {
        var newest: KeySlot?
        for slot in keys.keys where slot.keyClass == keyClass {
            if let known = newest, slot < known { continue }
            newest = slot
        }
        return newest
    }

    /// The generations that are on their way out.
    var retiring: [KeySlot] {
        keys.keys.filter { current($0.keyClass) != $0 }
    }

    /// All slots in a fixed order.
    var slots: [KeySlot] {
        keys.keys.sorted()
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
            writer.put(format)
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
            Self.put(keys, into: &writer)
            guard format > Self.firstFormat else { return }
            putSealedSecret(into: &writer)
            putRescue(into: &writer)
        }
    }

    private func putSealedSecret(into writer: inout ByteWriter) {
        writer.put(UInt8(sealedSecret == nil ? 0 : 1))
        guard let sealedSecret else { return }
        writer.put(UInt8(sealedSecret.needsPasscode ? 1 : 0))
        writer.put(sealedSecret.registerMask)
        writer.putWithLength(sealedSecret.bytes)
    }

    private func putRescue(into writer: inout ByteWriter) {
        writer.put(UInt8(rescue == nil ? 0 : 1))
        guard let rescue else { return }
        writer.put(rescue.created.seconds)
        writer.putWithLength(rescue.rootCheck)
        Self.put(rescue.secret, into: &writer)
        Self.put(rescue.keys, into: &writer)
    }

    private static func put(_ keys: [KeySlot: WrappedKey], into writer: inout ByteWriter) {
        writer.put(UInt32(keys.count))
        for (slot, key) in keys.sorted(by: { $0.key < $1.key }) {
            writer.put(slot.keyClass.rawValue)
            writer.put(slot.generation)
            put(key, into: &writer)
        }
    }

    private static func put(_ key: WrappedKey, into writer: inout ByteWriter) {
        writer.putWithLength(key.salt)
        writer.putWithLength(key.sealed)
        writer.putWithLength(key.check)
    }
}
#endif
