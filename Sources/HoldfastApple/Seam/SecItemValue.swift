public import HoldfastCrypto

/// One value of a keychain dictionary, of the types that the platform takes.
public enum SecItemValue: Sendable, Equatable {
    /// A `CFString`: text attributes, and the raw constants such as `genp` or `m_LimitAll`.
    case text(String)
    /// A `CFData`.
    case data(SecretBytes)
    /// A `CFNumber`.
    case number(Int)
    /// A `CFBoolean`.
    case flag(Bool)
    /// A `CFDate`, in whole seconds since 1970.
    case date(Int64)
    /// A `SecAccessControl`.
    case accessControl(AccessControlObject)
    /// An `LAContext`, by the number that ``AuthenticationContext/number`` gives.
    case context(Int)
}
