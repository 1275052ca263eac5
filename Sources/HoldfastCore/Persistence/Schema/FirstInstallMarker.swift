/// Remembers, outside of the secure store, that a state was stored in it.
///
/// It tells a first start, on which "no such item" is normal, from a later one, on which it means
/// that something was lost. It goes with the app's folder: a new installation has none, and one that
/// comes back from a backup without the item makes the persistor suspend and ask instead of starting
/// empty.
public struct FirstInstallMarker: Sendable {
    /// What the marker says.
    enum Mark: Equatable, Sendable {
        /// Nothing was stored since the installation, or the state was wiped.
        case absent
        /// The first save of several parts is under way.
        case creating
        /// A state was stored.
        case stored
        /// A wipe is under way.
        case wiping

        fileprivate var code: UInt8 {
            switch self {
            case .absent: 0
            case .creating: 1
            case .stored: 2
            case .wiping: 3
            }
        }
    }

    private let container: any AppContainer
    private let name: String
    private let queue = BlockingQueue(label: "holdfast.marker")

    /// Takes a marker's place.
    ///
    /// - Parameters:
    ///   - container: the app's folder; not the secure store.
    ///   - name: which state it is for, 1 to 48 letters, digits, dots and dashes of ASCII; another
    ///     one for each persistor that uses the folder.
    /// - Throws: `INVALID_ARGUMENT` for another name.
    public init(in container: any AppContainer, named name: String) throws(KeychainError) {
        let isFileName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isFileName, (1...48).contains(name.utf8.count) else {
            throw KeychainError(
                .invalidArgument, "a marker's name is 1 to 48 letters, digits, dots and dashes")
        }
        self.container = container
        self.name = "holdfast-state-" + name
    }

    /// What the marker says.
    ///
    /// Anything that is not understood counts as `stored`, which at worst suspends.
    func read() async throws(KeychainError) -> Mark {
        let (container, name) = (container, name)
        let bytes = try await queue.run { () throws(KeychainError) in
            try container.readFile(name)
        }
        guard let bytes else { return .absent }
        switch bytes {
        case [Self.format, Mark.creating.code]: return .creating
        case [Self.format, Mark.wiping.code]: return .wiping
        default: return .stored
        }
    }

    /// Sets the marker, durably.
    func set(_ mark: Mark) async throws(KeychainError) {
        let (container, name) = (container, name)
        try await queue.run { () throws(KeychainError) in
            if mark == .absent {
                try container.removeFile(name)
            } else {
                try container.replaceFile(name, with: [Self.format, mark.code])
            }
        }
    }

    private static let format: UInt8 = 1
}
