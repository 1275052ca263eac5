public import HoldfastCore

/// The app's own database, as far as the identity is concerned.
///
/// It is the place whose loss means that the history is lost: not the item store.
public protocol IdentityDatabase: Sendable {
    /// Reads the identity's entry.
    ///
    /// - Returns: its bytes, or `nil` if the database answered that there is none (P1).
    /// - Throws: what kept the database from answering.
    func readIdentity() async throws(KeychainError) -> [UInt8]?

    /// Replaces the identity's entry in one step, durably (P2, P5).
    ///
    /// - Parameter bytes: the entry.
    /// - Throws: what kept the database from writing; the old entry is still there.
    func writeIdentity(_ bytes: [UInt8]) async throws(KeychainError)
}

/// A database that is a file of the app's folder, for apps that have no other.
public struct ContainerIdentityDatabase: IdentityDatabase {
    private static let fileName = "holdfast-identity"
    private let container: any AppContainer
    private let queue = BlockingQueue(label: "holdfast.identity.database")

    /// Takes the app's folder.
    ///
    /// - Parameter container: the folder in which the app's history lies too.
    public init(_ container: any AppContainer) {
        self.container = container
    }

    /// Reads the file.
    ///
    /// - Returns: its bytes, or `nil` if there is none (P1).
    /// - Throws: as ``AppContainer/readFile(_:)``.
    public func readIdentity() async throws(KeychainError) -> [UInt8]? {
        let container = container
        return try await queue.run { () throws(KeychainError) in
            try container.readFile(Self.fileName)
        }
    }

    /// Replaces the file.
    ///
    /// - Parameter bytes: the entry.
    /// - Throws: as ``AppContainer/replaceFile(_:with:)``.
    public func writeIdentity(_ bytes: [UInt8]) async throws(KeychainError) {
        let container = container
        try await queue.run { () throws(KeychainError) in
            try container.replaceFile(Self.fileName, with: bytes)
        }
    }
}
