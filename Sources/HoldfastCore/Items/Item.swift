public import HoldfastCrypto

/// Which content of an item a write replaced or a read saw; grows with every change.
///
/// It is never used twice for one key in one store, not even after the item was removed and made
/// anew, so that compare-and-swap cannot mistake one state for another.
public struct ItemVersion: RawRepresentable, Hashable, Sendable, Comparable {
    /// The number behind the version.
    public let rawValue: UInt64

    /// Takes a version by its number.
    ///
    /// - Parameter rawValue: as a store gave it.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Whether `left` was written before `right`.
    public static func < (left: ItemVersion, right: ItemVersion) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What the bytes of an item are, so that a credential is never mistaken for plain bytes.
public enum ItemKind: String, Sendable, CaseIterable {
    /// Any bytes, text included.
    case bytes
    /// A user name and a password, written through ``ItemStore/writeCredential(_:for:options:prompt:)``.
    case credential
    /// A private key for signing that ``SoftwareKeyStore`` keeps.
    case signingKey
    /// A private key for agreement that ``SoftwareKeyStore`` keeps.
    case keyAgreementKey

    /// Whether the bytes are a private key of this device, which no export or import carries.
    public var isDeviceKey: Bool { self == .signingKey || self == .keyAgreementKey }
}

/// A value as a store answered it, with its attributes.
public struct Item: Sendable, Equatable {
    /// The bytes, 0 to 1 048 576 of them; an empty value is a value.
    public let value: SecretBytes
    /// Everything else that the store knows of the item.
    public let attributes: ItemAttributes

    /// The version read; hand it to ``WriteCondition/ifVersion(_:)`` to change what was read.
    public var version: ItemVersion { attributes.version }

    /// The most bytes that a value may have: 1 MiB.
    public static let maximumByteCount = 1_048_576

    /// Makes an item, for a store to answer with.
    ///
    /// - Parameters:
    ///   - value: the bytes.
    ///   - attributes: what is known of it.
    public init(value: SecretBytes, attributes: ItemAttributes) {
        self.value = value
        self.attributes = attributes
    }

    /// Refuses a value that is too large, before anything is stored.
    ///
    /// - Parameter value: the bytes to be written.
    /// - Throws: `INVALID_ARGUMENT` if there are more than 1 048 576 of them.
    public static func check(_ value: SecretBytes) throws(KeychainError) {
        if value.count > maximumByteCount {
            throw KeychainError(
                .invalidArgument, "the value has more than \(maximumByteCount) bytes")
        }
    }
}
