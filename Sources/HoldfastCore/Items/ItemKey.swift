/// The name of an item: a service and an account within it.
///
/// Names are data, never paths or patterns. They are compared by their Unicode code points (as
/// UTF-8 bytes): `é` as one code point and `e` with a combining accent are two names, and case
/// counts. Swift's own `String` comparison would call the first two equal.
public struct ItemKey: Sendable {
    /// The group the item belongs to; 1 to 256 Unicode scalars without U+0000.
    public let service: String

    /// The item's name within its service; 1 to 256 Unicode scalars without U+0000.
    public let account: String

    /// The most Unicode scalars that a service or an account may have.
    public static let maximumScalarCount = 256

    /// Makes a key, checking both names.
    ///
    /// - Parameters:
    ///   - service: 1 to 256 Unicode scalars, no U+0000.
    ///   - account: 1 to 256 Unicode scalars, no U+0000.
    /// - Throws: `INVALID_ARGUMENT` that names the rule broken.
    public init(service: String, account: String) throws(KeychainError) {
        try Self.check(service, as: "service")
        try Self.check(account, as: "name")
        self.service = service
        self.account = account
    }

    /// Checks a service's name by the rules for keys.
    ///
    /// - Parameters:
    ///   - name: the text to check.
    ///   - role: the word for it in the message: `service` or `name`.
    /// - Throws: `INVALID_ARGUMENT` that names the rule broken.
    public static func check(_ name: String, as role: String) throws(KeychainError) {
        let scalars = name.unicodeScalars
        if scalars.isEmpty {
            throw KeychainError(.invalidArgument, "the \(role) is empty")
        }
        if scalars.dropFirst(maximumScalarCount).first != nil {
            throw KeychainError(
                .invalidArgument, "the \(role) is longer than \(maximumScalarCount) characters")
        }
        if scalars.contains("\u{0}") {
            throw KeychainError(.invalidArgument, "the \(role) holds U+0000")
        }
    }
}

extension ItemKey: Hashable {
    /// Whether both names are the same bytes in UTF-8.
    public static func == (left: ItemKey, right: ItemKey) -> Bool {
        left.service.utf8.elementsEqual(right.service.utf8)
            && left.account.utf8.elementsEqual(right.account.utf8)
    }

    /// Hashes the UTF-8 bytes of both names.
    public func hash(into hasher: inout Hasher) {
        for name in [service, account] {
            hasher.combine(name.utf8.count)
            for byte in name.utf8 { hasher.combine(byte) }
        }
    }
}

extension ItemKey: Comparable {
    /// Orders by the UTF-8 bytes of the service, then of the account.
    public static func < (left: ItemKey, right: ItemKey) -> Bool {
        if left.service.utf8.elementsEqual(right.service.utf8) {
            return left.account.utf8.lexicographicallyPrecedes(right.account.utf8)
        }
        return left.service.utf8.lexicographicallyPrecedes(right.service.utf8)
    }
}

extension ItemKey: CustomStringConvertible, CustomReflectable {
    /// Hides the names, which may tell something about the person (P10).
    public var description: String { "ItemKey(hidden)" }

    /// Has no children, so that `dump` does not show the names either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
