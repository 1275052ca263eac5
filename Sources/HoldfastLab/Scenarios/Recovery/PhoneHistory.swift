import HoldfastCore
import HoldfastRecovery

/// The messages of the app of the recovery scenarios: a file of its folder.
struct PhoneHistory: Sendable {
    private static let file = "history"
    let folder: any AppContainer

    /// The messages that are there; none where there is no file.
    func messages() throws(KeychainError) -> Set<String> {
        let bytes = try folder.readFile(Self.file) ?? []
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Replaces them in one step.
    func replace(by messages: Set<String>) throws(KeychainError) {
        let text = messages.sorted().map { $0 + "\n" }.joined()
        try folder.replaceFile(Self.file, with: Array(text.utf8))
    }
}

/// What the old phone's messages are, as a source of a backup, with the account's log.
struct PhoneBackupSource: BackupSource {
    let messages: Set<String>
    let log: [[UInt8]]

    func cursor(over table: BackupTable) async throws(KeychainError) -> any BackupCursor {
        do throws(RecoveryError) {
            switch table {
            case .messages:
                return OneReading(
                    try messages.sorted().map { (message) throws(RecoveryError) in
                        try BackupRecord(
                            .messages, name: Array(message.utf8), value: SecretBytes(utf8: message))
                    })
            case .log:
                return OneReading(
                    try log.indices.map { (index) throws(RecoveryError) in
                        try BackupRecord(
                            .log, name: [UInt8(index)], value: SecretBytes(log[index]))
                    })
            case .contacts, .settings, .items: return OneReading([])
            }
        } catch {
            throw error.keychainError
        }
    }
}

/// Gives all its records at once.
private actor OneReading: BackupCursor {
    private var records: [BackupRecord]

    init(_ records: [BackupRecord]) { self.records = records }

    func next() -> [BackupRecord] {
        defer { records = [] }
        return records
    }
}
