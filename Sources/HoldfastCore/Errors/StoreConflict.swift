/// The numbers of the domain `holdfast.store`: a store that works, and a state that says no.
public enum StoreConflict: Int, Sendable, CaseIterable {
    /// The item changed since it was read: read it again and decide anew.
    case versionChanged = 1
    /// The item was to be created and is there already.
    case alreadyExists = 2
    /// The item was to be replaced as invalidated and is not (or no longer) invalidated.
    case notInvalidated = 3
    /// The item was to be moved or replaced and is not there.
    case notFound = 4

    /// The domain under which these numbers appear in ``KeychainError/nativeDomain``.
    public static let domain = "holdfast.store"

    /// The error to throw: `UNKNOWN` with this domain and number.
    public var error: KeychainError {
        KeychainError(
            .unknown, message, nativeDomain: Self.domain, nativeCode: rawValue, advice: advice)
    }

    private var message: String {
        switch self {
        case .versionChanged: "the item was changed by somebody else in between"
        case .alreadyExists: "an item of that name is already there"
        case .notInvalidated: "the item is not invalidated"
        case .notFound: "there is no such item"
        }
    }

    private var advice: String {
        switch self {
        case .versionChanged: "read the item again and repeat the change"
        case .alreadyExists: "choose another name, or write without the condition"
        case .notInvalidated: "write it normally"
        case .notFound: "check the name and the service"
        }
    }
}
