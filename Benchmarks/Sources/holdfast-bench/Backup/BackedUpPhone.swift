import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastRecovery
import HoldfastWire

/// A phone of an account of its own, with a phrase and a history.
struct BackedUpPhone: Sendable {
    let phrase: RecoveryPhrase
    let target: CountingTarget
    private let device: BenchDevice
    private let log: DeviceLog
    private let genesis: SignedLogEntry
    private let history: RandomFile
    private let backup: DeviceBackup

    /// Makes account and phrase; the backup is not switched on yet.
    ///
    /// - Parameters:
    ///   - history: what its messages are read from.
    ///   - path: the backup's file.
    /// - Throws: if the library failed.
    init(_ history: RandomFile, backup path: String) throws {
        device = try BenchDevice()
        (log, genesis) = try device.account()
        phrase = try Self.newPhrase()
        target = CountingTarget(FileBackupTarget(path: path))
        self.history = history
        backup = DeviceBackup(
            DeviceBackup.Configuration(
                store: MemoryStore(), target: target,
                signer: BenchSigner(key: device.signing, device: device.record.id),
                clock: SystemWallClock()))
    }

    /// Switches the backup on: the words become keys, and the header is written.
    func switchOn() throws {
        try waiting {
            _ = try await backup.switchOn(
                phrase, account: log.account,
                acknowledgement: LossAcknowledgement(
                    personAgreedThat: .lostPhraseMeansLostBackup,
                    agreed: UnixTime(seconds: 1_900_000_000)))
        }
    }

    /// Backs up so many messages.
    func run(messages count: Int) throws {
        let source = FileHistory(file: history, messageCount: count, log: genesis)
        try waiting {
            let report = try await backup.run(source, from: origin)
            guard report.recordCounts[.messages] == UInt64(count), report.unreadableCount == 0
            else { throw BenchFailure("a backup lacks messages") }
        }
    }

    /// Gives the backup another phrase, verifies it under that, and takes the old one away.
    func changePhrase() throws {
        let phrase = try Self.newPhrase()
        try waiting {
            _ = try await backup.changePhrase(to: phrase)
            try await backup.finishChange(origin: origin)
            guard try await !backup.isChanging() else {
                throw BenchFailure("a phrase was not changed")
            }
        }
    }

    /// Restores a backup from its file by the words alone.
    static func restore(_ phrase: RecoveryPhrase, from path: String, to restored: String) throws {
        try waiting {
            let found = try await FoundBackup.find(phrase, at: FileBackupTarget(path: path))
            _ = try await found.restore(into: FileStaging(path: restored))
        }
    }

    private var origin: BackupOrigin {
        BackupOrigin(slot: device.record.slot, deviceName: device.record.name, log: log)
    }

    private static func newPhrase() throws -> RecoveryPhrase {
        let shown = try NewPhrase(random: SystemRandom())
        return try shown.confirmed(
            by: shown.askedPositions.map { SecretBytes(utf8: shown.word(at: $0)) })
    }
}

/// Signs with a device's key in memory.
private struct BenchSigner: BackupSigner {
    let key: P256PrivateKey
    let device: DeviceID

    func signature(for message: [UInt8]) async throws(KeychainError) -> P256Signature {
        do throws(CryptoError) {
            return try key.signature(for: message)
        } catch {
            throw KeychainError(.unknown, "no signature")
        }
    }
}
