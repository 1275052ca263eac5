import HoldfastApple
import HoldfastCrypto

/// A keychain dictionary as the daemon has parsed it.
struct KeychainQuery {
    /// Whether a prompt is shown, is an error, or makes the row be left out.
    enum Interface {
        case allow
        case fail
        case skip
    }

    var itemClass = ""
    /// What selects or sets columns, brought to the columns' own types.
    var attributes: [String: SecItemValue] = [:]
    var accessControl: AccessControlObject?
    var value: SecretBytes?
    var persistentReference: [UInt8]?
    var returnsData = false
    var returnsAttributes = false
    var returnsReference = false
    var returnsPersistentReference = false
    var hasReturnKey = false
    var hasMatchKey = false
    /// `nil` for all.
    var limit: Int? = 1
    var interface = Interface.allow
    var context: Int?
    /// Whether `sync` was given as any.
    var takesAnySynchronization = false

    var wantsValue: Bool { returnsData || returnsReference }

    var isSynchronized: Bool { attributes[SecItemName.synchronizable] == .number(1) }

    /// The access group that the caller names.
    var namedGroup: String? {
        guard case .text(let group)? = attributes[SecItemName.accessGroup] else { return nil }
        return group
    }

    /// A query without `sync` finds only what is not synchronised.
    ///
    /// - Note: `SecItemServer.c`, `SecItemServerCopyMatching` and its neighbours.
    mutating func addDefaultSynchronization() {
        guard !takesAnySynchronization, persistentReference == nil else { return }
        guard attributes[SecItemName.synchronizable] == nil else { return }
        attributes[SecItemName.synchronizable] = .number(0)
    }
}

/// Why a call of the keychain ends early.
enum SecItemStop: Error {
    /// It answers with an `OSStatus`.
    case status(Int32)
    /// The system ended the process in the middle of it.
    case killed
}
