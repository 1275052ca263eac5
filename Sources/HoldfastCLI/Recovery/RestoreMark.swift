import HoldfastCore
import HoldfastCrypto
import HoldfastHistory
import HoldfastLinux
import HoldfastRecovery
import HoldfastWire

/// Says that a restore of a generation into this vault was let through.
///
/// It stays when the restore has ended: whoever could not see its end says the same once more, and that
/// changes nothing.
struct RestoreMark: Sendable {
    private let vault: LinuxVault

    /// Takes the vault; nothing is asked of it yet.
    init(_ vault: LinuxVault) {
        self.vault = vault
    }

    /// The SHA-256 of the generation's manifest; `nil` if none was let through.
    private func generation() async throws(KeychainError) -> EntryHash? {
        try await vault.read(try Self.key(), prompt: .standard).flatMap {
            EntryHash($0.value.copyBytes())
        }
    }

    private func keep(_ generation: KnownGeneration) async throws(KeychainError) {
        _ = try await vault.write(
            SecretBytes(generation.manifest.bytes), for: try Self.key(),
            options: WriteOptions(protection: KeyUse.background.protection), prompt: .standard)
    }

    /// Refuses a vault that holds messages, unless the person said otherwise, or an earlier run of this
    /// restore was let through: what is there may be what it has brought back.
    ///
    /// - Parameters:
    ///   - staging: where the restore goes.
    ///   - generation: what is restored.
    ///   - isPermitted: whether the person said that it goes beside what is there.
    /// - Throws: ``RecoveryError/occupied``; what kept the vault from answering.
    func permit(
        _ staging: HistoryRestore, _ generation: KnownGeneration, besideOthers isPermitted: Bool
    ) async throws(RecoveryError) {
        let isInTheWay: Bool
        do throws(KeychainError) {
            if try await self.generation() == generation.manifest { return }
            isInTheWay = isPermitted ? false : try await staging.isOccupied()
            if !isInTheWay { try await keep(generation) }
        } catch {
            throw .store(error)
        }
        if isInTheWay { throw .occupied }
    }

    private static func key() throws(KeychainError) -> ItemKey {
        try ItemKey(service: "holdfast.backup", account: "restoring")
    }
}
