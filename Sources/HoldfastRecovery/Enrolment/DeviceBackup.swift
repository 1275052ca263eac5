public import HoldfastCore
public import HoldfastCrypto
import HoldfastWire

/// A device's backup: switching it on, making it, verifying it, and changing the phrase.
///
/// What it keeps between starts lies in the device's item store: the backup's key, for this device
/// only, and never the phrase. Each call does one thing after the other; several devices, and several
/// processes, may share a target.
public actor DeviceBackup {
    let configuration: Configuration
    let queue = BlockingQueue(label: "holdfast.backup")
    private var isWorking = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var memory = Memory.item

    /// Where what a backup goes by is kept.
    private enum Memory {
        /// In the device's item store.
        case item
        /// Nowhere but here: nobody goes on with this backup, and the device's item is none of it.
        case passing(Enrolment?)
    }

    /// What a backup is made with.
    public struct Configuration: Sendable {
        /// Where the backup's key is kept on the device.
        public let store: any ItemStore
        /// Where the backup is kept.
        public let target: any BackupTarget
        /// Signs as the device.
        public let signer: any BackupSigner
        /// Tells the time.
        public let clock: any WallClock
        /// Gives keys and salts.
        public let random: any SecureRandom
        let bounds: RecoveryBounds
        /// Under which name of the item store the backup's key lies.
        var itemName = "backup"

        /// Puts a configuration together.
        ///
        /// - Parameters:
        ///   - store: where the backup's key is kept on the device.
        ///   - target: where the backup is kept.
        ///   - signer: signs as the device.
        ///   - clock: tells the time.
        ///   - random: gives keys and salts.
        public init(
            store: any ItemStore, target: any BackupTarget, signer: any BackupSigner,
            clock: any WallClock, random: any SecureRandom = SystemRandom()
        ) {
            self.init(
                store: store, target: target, signer: signer, clock: clock, random: random,
                bounds: .standard)
        }

        /// The same with other bounds for the costs of a phrase, for tests.
        package init(
            store: any ItemStore, target: any BackupTarget, signer: any BackupSigner,
            clock: any WallClock, random: any SecureRandom, bounds: RecoveryBounds
        ) {
            self.store = store
            self.target = target
            self.signer = signer
            self.clock = clock
            self.random = random
            self.bounds = bounds
        }
    }

    /// Takes what a backup is made with; nothing is read or written.
    ///
    /// - Parameter configuration: store, target, signer, clock and chance.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Takes what a backup goes by that this device forgets.
    init(_ configuration: Configuration, passing: Enrolment) {
        self.configuration = configuration
        memory = .passing(passing)
    }

    /// How the backup has done; `nil` if none is switched on.
    ///
    /// - Returns: what the device noted.
    /// - Throws: ``RecoveryError/store(_:)``.
    public func health() async throws(RecoveryError) -> BackupHealth? {
        try await enrolment()?.health
    }

    /// The newest generation that this device knows of: what goes into the account's log.
    ///
    /// - Returns: the generation; `nil` if there is none.
    /// - Throws: ``RecoveryError/store(_:)``.
    public func known() async throws(RecoveryError) -> KnownGeneration? {
        try await enrolment()?.known
    }

    /// Whose phrase opens the backup; `nil` if none is switched on.
    ///
    /// - Returns: the public half of the phrase.
    /// - Throws: ``RecoveryError/store(_:)``.
    public func statement() async throws(RecoveryError) -> RecoveryStatement? {
        try await enrolment()?.statement
    }
}

extension DeviceBackup {
    /// Runs a body after those that came before it.
    ///
    /// An actor takes another call while one waits: a backup that ends would otherwise put back what
    /// it read at its beginning, and with it the key that a change in between has replaced.
    func inTurn<R: Sendable>(
        _ body: () async throws(RecoveryError) -> R
    ) async throws(RecoveryError) -> R {
        if isWorking {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isWorking = true
        }
        defer {
            if waiting.isEmpty { isWorking = false } else { waiting.removeFirst().resume() }
        }
        return try await body()
    }

    /// Whether the device forgets this backup.
    var isPassing: Bool {
        if case .passing = memory { true } else { false }
    }

    func enrolment() async throws(RecoveryError) -> Enrolment? {
        if case .passing(let enrolment) = memory { return enrolment }
        let (store, name) = (configuration.store, configuration.itemName)
        let item = try await atStore { () throws(KeychainError) in
            try await store.read(try Self.itemKey(name), prompt: .standard)
        }
        guard let item else { return nil }
        var enrolment = try Enrolment(item.value)
        enrolment.version = item.attributes.version
        return enrolment
    }

    func requireEnrolment() async throws(RecoveryError) -> Enrolment {
        guard let enrolment = try await enrolment() else { throw .notEnrolled }
        return enrolment
    }

    /// Keeps what was read and changed, unless another process has changed it since.
    ///
    /// - Throws: ``RecoveryError/store(_:)`` with a conflict (`StoreConflict`) if one has: what it
    ///   wrote stays, which may be the key of another backup.
    func keep(_ enrolment: inout Enrolment) async throws(RecoveryError) {
        guard !isPassing else {
            memory = .passing(enrolment)
            return
        }
        let (store, name) = (configuration.store, configuration.itemName)
        let options = WriteOptions(
            protection: ItemProtection(accessibility: .afterFirstUnlockThisDeviceOnly),
            condition: enrolment.version.map { .ifVersion($0) } ?? .ifAbsent)
        let value = enrolment.value
        enrolment.version = try await atStore { () throws(KeychainError) in
            try await store.write(
                value, for: try Self.itemKey(name), options: options, prompt: .standard)
        }
    }

    /// Notes something of a backup, also where another process has noted something in between.
    ///
    /// A backup that another has taken the place of, or that was switched off meanwhile, gets no note:
    /// what the device goes by now is not touched.
    func note(
        in enrolment: inout Enrolment, _ change: (inout Enrolment) -> Void
    ) async throws(RecoveryError) {
        while true {
            change(&enrolment)
            do throws(RecoveryError) {
                return try await keep(&enrolment)
            } catch .store(let error) where error.nativeDomain == StoreConflict.domain {
                guard let now = try await self.enrolment(), now.lineage == enrolment.lineage
                else { return }
                enrolment = now
            } catch {
                throw error
            }
        }
    }

    func forget() async throws(RecoveryError) {
        guard !isPassing else {
            memory = .passing(nil)
            return
        }
        let (store, name) = (configuration.store, configuration.itemName)
        try await atStore { () throws(KeychainError) in
            _ = try await store.remove(try Self.itemKey(name))
        }
    }

    func reader(_ keys: BackupKeys) -> ChunkReader {
        ChunkReader(keys: keys, target: configuration.target, queue: queue)
    }

    func headers() async throws(RecoveryError) -> [[UInt8]] {
        let target = configuration.target
        return try await atTarget { () throws(BackupTargetError) in try await target.headers() }
    }

    func manifests(of lineage: SlotID) async throws(RecoveryError) -> [SignedManifest] {
        let target = configuration.target
        return try await atTarget { () throws(BackupTargetError) in
            try await target.manifests(of: lineage)
        }
    }

    static func itemKey(_ name: String) throws(KeychainError) -> ItemKey {
        try ItemKey(service: "holdfast.recovery", account: name)
    }
}
