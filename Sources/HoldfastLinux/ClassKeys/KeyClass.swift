#if os(Linux)
import HoldfastCore

/// The keys of a vault's keybag: one for the names, one for each class of items, one for passcodes.
///
/// The numbers are part of the format.
enum KeyClass: UInt8, CaseIterable, Sendable {
    /// Names, attributes, look-up and integrity; as available as ``afterFirstUnlock``.
    case metadata = 1
    case afterFirstUnlock = 2
    case afterFirstUnlockThisDeviceOnly = 3
    case whenUnlocked = 4
    case whenUnlockedThisDeviceOnly = 5
    /// There is one only while a passcode is set.
    case whenPasscodeSetThisDeviceOnly = 6
    /// For items that ask for the passcode at each use. Never in a keyring; only with a passcode.
    case passcodeGate = 7

    init(_ accessibility: Accessibility) {
        switch accessibility {
        case .afterFirstUnlock: self = .afterFirstUnlock
        case .afterFirstUnlockThisDeviceOnly: self = .afterFirstUnlockThisDeviceOnly
        case .whenUnlocked: self = .whenUnlocked
        case .whenUnlockedThisDeviceOnly: self = .whenUnlockedThisDeviceOnly
        case .whenPasscodeSetThisDeviceOnly: self = .whenPasscodeSetThisDeviceOnly
        }
    }

    /// Whether the key may stay in reach while the vault is locked.
    var staysWhileLocked: Bool {
        switch self {
        case .metadata, .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: true
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly,
            .passcodeGate:
            false
        }
    }

    /// Whether the key exists only together with a passcode.
    var needsPasscode: Bool {
        self == .whenPasscodeSetThisDeviceOnly || self == .passcodeGate
    }

    /// The keys that `unlock` puts within reach of the user's processes.
    static let unlockable = allCases.filter { $0 != .passcodeGate }
}

/// One generation of one class's key; generations count from 1, the highest is in use.
struct KeySlot: Hashable, Comparable, Sendable {
    let keyClass: KeyClass
    let generation: UInt32

    static func < (left: KeySlot, right: KeySlot) -> Bool {
        (left.keyClass.rawValue, left.generation) < (right.keyClass.rawValue, right.generation)
    }
}
#endif
