import HoldfastCrypto

/// Which form a persisted state has, and the way to it from every older one.
public struct StateSchema: Sendable {
    /// The number of the present form, 1 or more; the app raises it whenever the form changes.
    public let version: Int
    private let steps: [Int: StateMigration]
    private let unmarkedVersion: Int?

    /// Version 1, with nothing before it.
    public static let first = StateSchema(checked: 1, [:], unmarkedVersion: nil)

    /// Makes a schema with its chain of migrations.
    ///
    /// - Parameters:
    ///   - version: the number of the present form, 1 to 2 147 483 647.
    ///   - migrations: one step for each older version from the oldest supported one on.
    ///   - unmarkedVersion: what JSON counts as that lies under the key without this package's
    ///     header, because the app wrote it before it used a persistor; `nil` if there is none.
    /// - Throws: `INVALID_ARGUMENT` if the chain has a gap, two steps from one version, or a step
    ///   that does not lead up to `version`.
    public init(
        version: Int, migrations: [StateMigration] = [], unmarkedVersion: Int? = nil
    ) throws(KeychainError) {
        guard (1...Int(Int32.max)).contains(version) else {
            throw KeychainError(.invalidArgument, "a schema's version is 1 or more")
        }
        let starts = migrations.map(\.version).sorted()
        guard starts == Array((version - starts.count)..<version), starts.first ?? 1 >= 1 else {
            throw KeychainError(
                .invalidArgument, "migrations have to lead, one by one, up to the schema's version")
        }
        if let unmarkedVersion, !(version - starts.count...version).contains(unmarkedVersion) {
            throw KeychainError(.invalidArgument, "the unmarked version is not in the chain")
        }
        self.init(
            checked: version,
            Dictionary(migrations.map { ($0.version, $0) }) { first, _ in first },
            unmarkedVersion: unmarkedVersion)
    }

    private init(checked version: Int, _ steps: [Int: StateMigration], unmarkedVersion: Int?) {
        self.version = version
        self.steps = steps
        self.unmarkedVersion = unmarkedVersion
    }

    /// The content that unmarked bytes are, if the app says that there may be such.
    func unmarkedContent(_ bytes: SecretBytes) -> StateContent? {
        unmarkedVersion.map { StateContent(schema: UInt32($0), generation: 0, body: bytes) }
    }

    /// Brings a body to the present form, in memory.
    ///
    /// - Returns: the body in the present form; the same one if it has it already.
    /// - Throws: the reason to suspend: a newer schema, one that is too old, a step that threw.
    func migrated(_ content: StateContent) throws(SuspensionReason) -> SecretBytes {
        var body = content.body
        var present = Int(content.schema)
        if present > version { throw .newerSchema(present) }
        while present < version {
            guard let step = steps[present] else { throw .migrationFailed(from: present) }
            do throws(KeychainError) {
                body = try step.run(body)
            } catch {
                throw .migrationFailed(from: present)
            }
            present += 1
        }
        return body
    }
}
