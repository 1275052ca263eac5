import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastRecovery
import HoldfastWire

/// A process of an app whose person has twelve words: the app of the recovery scenarios.
///
/// It is given no name of an account: on a new phone the words find everything.
struct RecoveryApp {
    /// What the person does where the device needs a new key.
    enum Help: Sendable {
        /// Types the phrase; on a phone without an identity everything comes back by it.
        case phrase
        /// Confirms on another device.
        case otherDevice
        /// Has neither, was told what it means, and starts anew.
        case nobody
    }

    let history: PhoneHistory
    let identity: DeviceIdentity
    private let parts: IdentityParts
    private let process: AppProcess
    private let run: ScenarioRun
    private let help: Help

    /// Starts the app.
    init(_ run: ScenarioRun, _ help: Help) {
        let launched = run.launchProcess()
        self.init(launched.process, launched.store, run, help)
    }

    /// Takes a process that runs.
    init(_ process: AppProcess, _ store: any ItemStore, _ run: ScenarioRun, _ help: Help) {
        var parts = process.identityParts(run.directory, over: store)
        parts.keys = FingerBoundKeys(parts.keys, process)
        self.parts = parts
        self.process = process
        self.run = run
        self.help = help
        identity = DeviceIdentity(parts)
        history = PhoneHistory(folder: process.appFolder)
    }

    /// The person's words.
    static func phrase() throws(RecoveryError) -> RecoveryPhrase {
        do throws(CryptoError) {
            guard let phrase = RecoveryPhrase(entropy: try SeededRandom(seed: 12).secret(16))
            else { throw CryptoError(.invalidLength, "Too few random bytes.") }
            return phrase
        } catch {
            throw .crypto(error)
        }
    }

    /// Opens the identity and does what the person does about it.
    @discardableResult
    func start() async throws -> IdentityOpening {
        let opening = try await identity.open(.foreground)
        switch opening.decision {
        case .keyLost, .needsDecision: try await comeBack(opening)
        case .firstInstall where help == .phrase: try await typeWords()
        case .proceed, .registerAgain:
            // An end came between the entry in the log and the last step.
            if try PhoneStaging(history).isWaiting() { try await restore(.keep) }
        // A start that is not certain yet does nothing, and the next one looks again.
        default: break
        }
        return opening
    }

    private func typeWords() async throws {
        do throws(RecoveryError) {
            try await restore(.refuse)
        } catch {
            guard error == .occupied else { throw error }
            process.phone.note("the person is told, and keeps what is there")
            try await restore(.keep)
        }
    }

    /// The person types the words on this phone: what they find comes here.
    func restore(_ occupied: FoundBackup.Occupied) async throws(RecoveryError) {
        let reader = SimulatedBackupReader(process, run.backups)
        let found = try await FoundBackup.find(Self.phrase(), at: reader, bounds: .forTests)
        guard let lost = found.summary.devices.first else { throw RecoveryError.noBackup }
        _ = try await found.restore(
            into: PhoneStaging(history), inPlaceOf: lost.slot, as: identity, occupied: occupied)
    }

    private func comeBack(_ opening: IdentityOpening) async throws {
        guard opening.permitsJoining, let place = opening.ownPlace else { return }
        switch help {
        case .phrase:
            let keys = try RecoveryKeys(Self.phrase(), costs: .forTests, bounds: .forTests)
            try await identity.join(as: place, signedBy: try keys.recoveryKey())
        case .otherDevice:
            let request = try await identity.askToJoin(as: place)
            try Companion().approve(request, in: run.directory)
            _ = try await identity.open(.foreground)
        case .nobody:
            try await identity.begin(named: "phone", recovery: nil, startsAnew: true)
        }
    }
}

extension RecoveryApp {
    /// The old phone's life: it is one of the person's devices, and has messages.
    func live(_ messages: Set<String>) async throws {
        let opening = try await identity.open(.foreground, account: run.directory.accounts.first)
        if help == .otherDevice {
            let request = try await identity.askToJoin(as: .new(named: "phone"))
            try Companion().approve(request, in: run.directory)
            _ = try await identity.open(.foreground)
        } else if opening.decision == .firstInstall {
            let keys = try RecoveryKeys(Self.phrase(), costs: .forTests, bounds: .forTests)
            try await identity.begin(
                named: "phone", recovery: try keys.recoveryKey().publicKey)
        }
        try history.replace(by: messages)
    }

    /// Its keys are bound to the fingers that are enrolled.
    func bindKeys() async throws { try await FingerBoundKeys(parts.keys, process).bindAll() }

    /// The old phone backs its messages up.
    func backUp() async throws {
        let opening = try await identity.open(.foreground)
        guard let record = opening.record else {
            throw IdentityError.notPermitted(opening.decision)
        }
        let backup = DeviceBackup(
            DeviceBackup.Configuration(
                store: parts.store, target: run.backups,
                signer: PhoneBackupSigner(keys: IdentityKeys(record, in: parts)),
                clock: parts.wallClock, random: parts.random, bounds: .forTests))
        _ = try await backup.switchOn(
            Self.phrase(), costs: .forTests, account: record.account,
            acknowledgement: LossAcknowledgement(
                personAgreedThat: .lostPhraseMeansLostBackup, agreed: parts.wallClock.now))
        let entries = try run.directory.answer(of: record.account, from: 0).get()
        _ = try await backup.run(
            PhoneBackupSource(messages: try history.messages(), log: entries.map(\.bytes)),
            from: BackupOrigin(
                slot: record.device.slot, deviceName: record.device.name,
                log: try await identity.accountLog()))
    }
}

/// Signs a backup with the device's key.
private struct PhoneBackupSigner: BackupSigner {
    let keys: IdentityKeys
    var device: DeviceID { keys.record.device.id }

    func signature(for message: [UInt8]) async throws(KeychainError) -> P256Signature {
        do throws(IdentityKeyError) {
            return try await keys.signature(for: message)
        } catch {
            throw KeychainError(.unknown, "the device's key did not sign")
        }
    }
}
