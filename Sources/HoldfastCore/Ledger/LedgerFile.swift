/// The ledger's place: one file in the app's own folder, replaced as a whole.
package struct LedgerFile: Sendable {
    /// What was found in the ledger's place.
    package enum Reading: Sendable, Equatable {
        /// A ledger.
        case ledger(Ledger)
        /// There is no file: a new installation, or one that came from a backup.
        case missing
        /// There is a file that is no ledger; start again from the store.
        case damaged
    }

    private let container: any AppContainer
    private let name: String

    /// Takes a place.
    package init(in container: any AppContainer, named name: String = "ledger") {
        self.container = container
        self.name = name
    }

    /// Reads the ledger.
    ///
    /// - Returns: what was found.
    /// - Throws: `UNSUPPORTED` if a newer version of this package wrote it, and what the container
    ///   throws.
    package func load() throws(KeychainError) -> Reading {
        guard let bytes = try container.readFile(name) else { return .missing }
        do throws(LedgerDamage) {
            return .ledger(try Ledger(decoding: bytes))
        } catch {
            switch error {
            case .damaged: return .damaged
            case .newerFormat(let format):
                throw KeychainError(
                    .unsupported,
                    "the ledger has format \(format), which is newer than this package")
            }
        }
    }

    /// Makes the ledger durable, in one step.
    ///
    /// - Parameter ledger: replaces what is in the file.
    /// - Throws: what the container throws; the old file is still there.
    package func save(_ ledger: Ledger) throws(KeychainError) {
        try container.replaceFile(name, with: ledger.encoded)
    }
}
