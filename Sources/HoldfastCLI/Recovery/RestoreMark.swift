import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import HoldfastRecovery
import HoldfastWire

/// Says that a restore of a generation into this vault was let through and has not ended.
struct RestoreMark: Sendable {
    private let vault: LinuxVault

    /// Takes the vault; nothing is asked of it yet.
    init(_ vault: LinuxVault) {
        self.vault = vault
    }

    /// The SHA-256 of the generation's manifest; `nil` if no restore is under way.
    func generation() async throws(KeychainError) -> EntryHash? {
        try await vault.read(try Self.key(), prompt: .standard).flatMap {
            EntryHash($0.value.copyBytes())
        }
    }

    func keep(_ generation: KnownGeneration) async throws(KeychainError) {
        _ = try await vault.write(
            SecretBytes(generation.manifest.bytes), for: try Self.key(),
            options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
    }

    func remove() async throws(KeychainError) {
        _ = try await vault.remove(try Self.key())
    }

    private static func key() throws(KeychainError) -> ItemKey {
        try ItemKey(service: "holdfast.backup", account: "restoring")
    }
}
