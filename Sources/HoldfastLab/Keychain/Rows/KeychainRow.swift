import HoldfastApple
import HoldfastCrypto

/// One row of the keychain's database.
struct KeychainRow: Sendable, Equatable {
    /// The row number, which also makes the persistent reference.
    let number: Int
    /// `genp`, `inet`, `cert` or `keys`.
    let itemClass: String
    /// Which app wrote it first; only for what an uninstallation removes on phones that do so.
    let writer: AppIdentifier
    /// All columns that select rows, by their raw names; `agrp`, `sync` and `pdmn` among them.
    var attributes: [String: SecItemValue]
    var value: SecretBytes
    var accessControl: AccessControlObject
    var seal: Seal
    /// Milliseconds since 1970.
    var created: Int64
    /// Milliseconds since 1970; strictly grows.
    var modified: Int64
    /// Whether its bytes decode to nothing any more.
    var isDamaged = false

    /// What the keys that sealed a row are bound to.
    struct Seal: Sendable, Equatable {
        /// Which passcode the device had, for `akpu`.
        let secureIdentity: Int
        /// Which fingers were enrolled, for `biometryCurrentSet`.
        let enrolment: Int
        /// What ``SimulatedKeychain/anyBiometryEpoch`` was, for `biometryAny`.
        let anyBiometryEpoch: Int

        init(_ device: DeviceState, _ keychain: SimulatedKeychain) {
            secureIdentity = device.secureIdentity
            enrolment = device.enrolmentGeneration
            anyBiometryEpoch = keychain.anyBiometryEpoch
        }
    }

    var protection: String { accessControl.protection }

    var isSynchronized: Bool { attributes[SecItemName.synchronizable] == .number(1) }

    var accessGroup: String {
        guard case .text(let group)? = attributes[SecItemName.accessGroup] else { return "" }
        return group
    }

    /// Whether a backup may bring it to another device.
    var isMigratable: Bool {
        ["ak", "ck", "dk"].contains(protection) && !accessControl.flags.constrainsValue
    }

    /// The 20 bytes of a persistent reference: the class, and a number made from the row's.
    var persistentReference: [UInt8] {
        let number = (0..<16).map { UInt8(truncatingIfNeeded: self.number >> (8 * (15 - $0))) }
        return Array(itemClass.utf8) + number
    }

    /// What `SecItemCopyMatching` gives as the row's attributes.
    var reportedAttributes: [String: SecItemValue] {
        var reported = attributes
        reported[SecItemName.itemClass] = .text(itemClass)
        reported[SecItemName.accessControl] = .accessControl(accessControl)
        reported[SecItemName.creationDate] = .date(created / 1000)
        reported[SecItemName.modificationDate] = .date(modified / 1000)
        return reported
    }
}
