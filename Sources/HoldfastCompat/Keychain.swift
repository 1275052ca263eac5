public import HoldfastCore

/// The call shapes of KeychainAccess, the keychain library of many Swift apps, over any store.
///
/// An app that changes `import KeychainAccess` to `import HoldfastCompat` keeps its calls and finds
/// its items. What differs differs for a reason: an error is thrown and never a `nil` (P1), so each
/// call is marked with `try`, and what a subscript cannot throw is a method. An item that the other
/// library wrote is read as it lies and never changed: to write or remove it throws until it is
/// moved.
///
/// Values come as `String` and `Data`, which nobody wipes; ``getSecret(_:)`` gives them in wiped
/// memory. Calls run on the caller's thread and may wait for a disk. They never show a prompt; for
/// items that ask for a person there are the forms with a `prompt`.
///
/// - Note: `docs/compat.md` lists every call, and what it does otherwise.
public struct Keychain: Sendable {
    /// The service that all items of this keychain are in.
    public let service: String
    /// The group of apps that new items are shared with.
    public let accessGroup: String?

    let source: StoreSource
    var chosenAccessibility: Accessibility?
    var accessControl = AccessControl.none
    var isSynchronizable = false

    /// Takes a service in the platform's own store; the store is opened at the first call.
    ///
    /// - Parameters:
    ///   - service: 1 to 256 Unicode scalars; with KeychainAccess's `Keychain()` it was the app's
    ///     bundle identifier.
    ///   - accessGroup: the group of apps that share the items that are written.
    public init(service: String, accessGroup: String? = nil) {
        self.init(service: service, accessGroup: accessGroup, source: .platform)
    }

    /// Takes a service in a store.
    ///
    /// - Parameters:
    ///   - service: 1 to 256 Unicode scalars.
    ///   - accessGroup: the group of apps that share the items that are written.
    ///   - store: where the items are; if it is one in whose place other libraries keep items too
    ///     (``ForeignItems``), theirs are found.
    public init(service: String, accessGroup: String? = nil, in store: any ItemStore) {
        self.init(service: service, accessGroup: accessGroup, source: .given(store))
    }

    private init(service: String, accessGroup: String?, source: StoreSource) {
        self.service = service
        self.accessGroup = accessGroup
        self.source = source
    }

    /// The platform's class of new items, `afterFirstUnlock` as in KeychainAccess.
    public var accessibility: Accessibility { chosenAccessibility ?? .afterFirstUnlock }

    // MARK: - Chaining

    /// The same keychain, which writes items with a protection class.
    ///
    /// Without it, a new item gets `afterFirstUnlock` and an item that is there keeps its own.
    ///
    /// - Parameters:
    ///   - accessibility: in which states of the device the items can be read.
    ///   - authenticationPolicy: what a person must show at each use.
    /// - Returns: a keychain; this one is unchanged.
    public func accessibility(
        _ accessibility: Accessibility, authenticationPolicy: AccessControl = .none
    ) -> Keychain {
        var changed = self
        changed.chosenAccessibility = accessibility
        changed.accessControl = authenticationPolicy
        return changed
    }

    /// The same keychain, which writes items that the platform's own sync carries, or does not.
    ///
    /// - Parameter isSynchronizable: whether it does; a store without such a sync refuses the write
    ///   with `UNSUPPORTED`.
    /// - Returns: a keychain; this one is unchanged.
    public func synchronizable(_ isSynchronizable: Bool) -> Keychain {
        var changed = self
        changed.isSynchronizable = isSynchronizable
        return changed
    }
}

extension Keychain: CustomStringConvertible, CustomReflectable {
    /// The type's name; a service may tell something of the person (P10).
    public var description: String { "Keychain" }

    /// Has no children, so that `dump` shows no name (P10).
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension AccessControl {
    /// KeychainAccess's name, and Apple's, for ``biometryAnyOrPasscode``.
    public static let userPresence = AccessControl.biometryAnyOrPasscode
}
