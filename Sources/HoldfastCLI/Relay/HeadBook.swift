import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import HoldfastRelayClient
import HoldfastWire

/// The newest verified places of accounts' logs, which are items of the vault.
struct HeadBook: HeadMemory {
    private static let service = "holdfast.heads"
    private static let byteCount = 8 + EntryHash.byteCount
    private let vault: LinuxVault

    /// Takes the vault.
    ///
    /// - Parameter vault: keeps the places.
    init(_ vault: LinuxVault) {
        self.vault = vault
    }

    func head(of account: AccountID) async throws(KeychainError) -> LogHead? {
        let item = try await vault.read(try Self.key(account), prompt: .standard)
        return try item.map { (item) throws(KeychainError) in try Self.head(in: item.value) }
    }

    func remember(_ head: LogHead, of account: AccountID) async throws(KeychainError) {
        let options = WriteOptions(protection: KeyUse.background.protection)
        _ = try await vault.update(try Self.key(account), options: options) {
            (item) throws(KeychainError) in
            let known = try item.map { (item) throws(KeychainError) in try Self.head(in: item.value)
            }
            // Another process may have seen more of the log meanwhile.
            let newest = known.map { $0.sequence > head.sequence ? $0 : head } ?? head
            return SecretBytes(Self.bytes(of: newest))
        }
    }

    private static func bytes(of head: LogHead) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(head.sequence)
            writer.put(head.hash.bytes)
        }
    }

    private static func head(in value: SecretBytes) throws(KeychainError) -> LogHead {
        let bytes = value.copyBytes()
        guard bytes.count == byteCount, let hash = EntryHash(Array(bytes.dropFirst(8))) else {
            throw KeychainError(.dataCorrupted, "the place of an account's log cannot be read")
        }
        return LogHead(sequence: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, hash: hash)
    }

    private static func key(_ account: AccountID) throws(KeychainError) -> ItemKey {
        try ItemKey(service: service, account: Hexadecimal.text(of: account.bytes))
    }
}
