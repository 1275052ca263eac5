import HoldfastCore
import HoldfastCrypto

/// Where a store's file and its ledger lie, and what is found there.
struct StoreFolder: Sendable {
    private let container: any AppContainer
    private let ledgerContainer: any AppContainer

    /// The sealed records; the name that an app leaves out of its backups.
    static let fileName = "holdfast-store"
    /// A file that came back without its key, kept as it came.
    static let lostFileName = "holdfast-store-lost"
    /// The ledger.
    static let ledgerName = "holdfast-ledger"

    init(_ platform: AndroidPlatform) {
        container = platform.container
        ledgerContainer = platform.ledgerContainer
    }

    /// Runs a body while no other process uses the store.
    func locked<R: Sendable>(
        _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try container.withLock(body)
    }

    // MARK: The file

    /// The file, taken apart; `nil` if there is none.
    ///
    /// - Throws: `DATA_CORRUPTED`, `UNSUPPORTED` for a newer format, and what the folder throws.
    func file() throws(KeychainError) -> UnverifiedStoreFile? {
        guard let bytes = try container.readFile(Self.fileName) else { return nil }
        do throws(StoreFileDamage) {
            return try UnverifiedStoreFile(decoding: bytes)
        } catch {
            throw Self.error(error, "store")
        }
    }

    func replaceFile(with bytes: [UInt8]) throws(KeychainError) {
        try container.replaceFile(Self.fileName, with: bytes)
    }

    /// Keeps the file's bytes under another name.
    func keepLostFile() throws(KeychainError) {
        guard let bytes = try container.readFile(Self.fileName) else { return }
        try container.replaceFile(Self.lostFileName, with: bytes)
    }

    func removeLostFile() throws(KeychainError) {
        try container.removeFile(Self.lostFileName)
    }

    func removeFiles() throws(KeychainError) {
        try container.removeFile(Self.fileName)
        try container.removeFile(Self.lostFileName)
    }

    // MARK: The ledger

    /// The ledger; `nil` if there is none, or one that is damaged and so is rebuilt.
    ///
    /// - Throws: `UNSUPPORTED` for a newer format, and what the folder throws.
    func ledger() throws(KeychainError) -> StoreLedger? {
        guard let bytes = try ledgerContainer.readFile(Self.ledgerName) else { return nil }
        do throws(StoreFileDamage) {
            return try StoreLedger(decoding: bytes)
        } catch {
            if error == .damaged { return nil }
            throw Self.error(error, "ledger")
        }
    }

    func save(_ ledger: StoreLedger) throws(KeychainError) {
        try ledgerContainer.replaceFile(Self.ledgerName, with: ledger.encoded)
    }

    func removeLedger() throws(KeychainError) {
        try ledgerContainer.removeFile(Self.ledgerName)
    }

    private static func error(_ damage: StoreFileDamage, _ what: String) -> KeychainError {
        switch damage {
        case .damaged: KeychainError(.dataCorrupted, "the \(what)'s file is damaged")
        case .newerFormat(let format):
            KeychainError(
                .unsupported,
                "the \(what)'s file has format \(format), which is newer than this package")
        }
    }
}
