public import HoldfastCrypto

/// One step from a schema to the next one.
///
/// It is run on a copy in memory. While it runs, and if it throws, what is stored stays as it is.
public struct StateMigration: Sendable {
    /// The schema that it starts from; it leads to the next number.
    public let version: Int
    private let change: @Sendable (SecretBytes) throws -> SecretBytes

    /// Makes a step from bytes to bytes.
    ///
    /// - Parameters:
    ///   - version: the schema that it starts from, 1 or more.
    ///   - change: from the JSON of that schema to the JSON of the next one.
    public init(
        from version: Int, _ change: @escaping @Sendable (SecretBytes) throws -> SecretBytes
    ) {
        self.version = version
        self.change = change
    }

    /// Makes a step from one type to the next.
    ///
    /// - Parameters:
    ///   - version: the schema that it starts from, 1 or more.
    ///   - old: the type of that schema.
    ///   - change: from a value of it to a value of the next schema's type.
    public init<Old: Decodable & Sendable, New: Encodable & Sendable>(
        from version: Int, _ old: Old.Type, _ change: @escaping @Sendable (Old) throws -> New
    ) {
        self.init(from: version) { body in
            try StateCoding.encode(try change(try StateCoding.decode(Old.self, body)))
        }
    }

    /// Runs the step.
    ///
    /// - Throws: that it failed; what its own error says may quote the payload and is left out (P10).
    func run(_ body: SecretBytes) throws(KeychainError) -> SecretBytes {
        do {
            return try change(body)
        } catch {
            throw SuspensionReason.migrationFailed(from: version).error
        }
    }
}
