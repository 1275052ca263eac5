/// Everything a store knows of an item but its value; reading it never decrypts the value.
public struct ItemAttributes: Sendable, Equatable {
    /// The item's name.
    public let key: ItemKey
    /// How it is protected.
    public let protection: ItemProtection
    /// What its bytes are.
    public let kind: ItemKind
    /// Which content it has.
    public let version: ItemVersion
    /// When the item was first written.
    public let created: UnixTime
    /// When its present content was written.
    public let modified: UnixTime
    /// How many bytes the value has; 0 for an invalidated item.
    public let byteCount: Int
    /// Why and when the item's key was lost; `nil` for an item that is well.
    public let invalidation: Invalidation?

    /// Makes attributes, for a store to answer with.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - protection: how it is protected.
    ///   - kind: what its bytes are.
    ///   - version: which content it has.
    ///   - created: when it was first written.
    ///   - modified: when its present content was written.
    ///   - byteCount: how many bytes the value has.
    ///   - invalidation: why and when its key was lost, if so.
    public init(
        key: ItemKey, protection: ItemProtection, kind: ItemKind, version: ItemVersion,
        created: UnixTime, modified: UnixTime, byteCount: Int, invalidation: Invalidation?
    ) {
        self.key = key
        self.protection = protection
        self.kind = kind
        self.version = version
        self.created = created
        self.modified = modified
        self.byteCount = byteCount
        self.invalidation = invalidation
    }
}

/// A tombstone: the value is gone by a rule that the item chose, and that is not forgotten.
///
/// Reads answer `KEY_INVALIDATED` until the item is removed, replaced through
/// ``ItemStore/replaceInvalidated(_:with:options:prompt:)`` or written anew without a gate.
public struct Invalidation: Sendable, Equatable {
    /// Which rule took the value.
    public enum Reason: String, Sendable, CaseIterable {
        /// The passcode that the item was bound to was removed.
        case passcodeRemoved
        /// The enrolled biometrics that the item was bound to changed.
        case biometricsChanged
        /// The hardware or platform no longer has the item's key.
        case keyLost
    }

    /// Which rule took the value.
    public let reason: Reason
    /// When it was noticed.
    public let time: UnixTime

    /// Makes a tombstone's facts.
    ///
    /// - Parameters:
    ///   - reason: which rule took the value.
    ///   - time: when it was noticed.
    public init(reason: Reason, time: UnixTime) {
        self.reason = reason
        self.time = time
    }

    /// The error that reads of such an item throw: `KEY_INVALIDATED` with the reason in words.
    public var error: KeychainError {
        switch reason {
        case .passcodeRemoved:
            KeychainError(.keyInvalidated, "the passcode that protected the item was removed")
        case .biometricsChanged:
            KeychainError(.keyInvalidated, "the enrolled biometrics changed since it was written")
        case .keyLost:
            KeychainError(.keyInvalidated, "the item's key no longer exists")
        }
    }
}
