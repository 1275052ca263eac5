public import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// Makes, keeps and gives up this device's prekeys.
///
/// Every step can be interrupted: what is in the database says what is still to be done, and doing
/// it twice is the same as once.
public actor PrekeyKeeper {
    let identity: IdentityKeys
    let database: any PrekeyStore
    let epochs: EpochKeys
    let random: any SecureRandom
    let wallClock: any WallClock
    let schedule: PrekeySchedule

    /// Takes what the keeper works with; nothing is read yet.
    ///
    /// - Parameters:
    ///   - identity: this device's keys.
    ///   - database: keeps the sealed rows.
    ///   - store: keeps the epochs' keys; items of it stay on the device.
    ///   - random: gives keys and salts.
    ///   - wallClock: dates the prekeys.
    ///   - schedule: when what is done.
    public init(
        _ identity: IdentityKeys, database: any PrekeyStore, store: any ItemStore,
        random: any SecureRandom = SystemRandom(), wallClock: any WallClock = SystemWallClock(),
        schedule: PrekeySchedule = PrekeySchedule()
    ) {
        self.identity = identity
        self.database = database
        epochs = EpochKeys(store: store, random: random)
        self.random = random
        self.wallClock = wallClock
        self.schedule = schedule
    }

    /// Looks at what there is and does what the plan says; at every start, and after every one-time
    /// prekey that was used.
    ///
    /// - Parameters:
    ///   - stock: what the server has; `nil` if it was not asked.
    ///   - serverTime: the server's clock; `nil` if it was not asked, so that nothing is given up.
    /// - Returns: what is to be uploaded, and the plan. The uploads are in the database and come
    ///   again until ``take(_:of:)`` was told the server's answer.
    /// - Throws: ``PrekeyKeeperError``; what was not done is done by the next call.
    public func maintain(
        stock: PrekeyStock? = nil, serverTime: UnixTime? = nil
    ) async throws(PrekeyKeeperError) -> (uploads: [PrekeyUpload], plan: PrekeyPlan) {
        var state = try await openState()
        try await finishEpochs(&state)
        let rows = try await stored { () throws(KeychainError) in try await database.prekeyRows() }
        let plan = PrekeyPlan(
            rows: rows, state: state, stock: stock, now: wallClock.now, serverTime: serverTime,
            schedule: schedule)
        try await make(plan, rows, &state)
        if plan.beginsEpoch { try await beginEpoch(&state) }
        return (state.uploads, plan)
    }

    /// Takes the server's answer to an upload.
    ///
    /// Prekeys that it has no room for are given up. Those that it has already, or had, are kept: they
    /// may be in a message that is on its way.
    ///
    /// - Parameters:
    ///   - result: the answer; a key that it has no line for stays.
    ///   - upload: what was uploaded.
    /// - Throws: ``PrekeyKeeperError``; the upload comes again.
    public func take(
        _ result: PrekeyUploadResult, of upload: PrekeyUpload
    ) async throws(PrekeyKeeperError) {
        guard var state = try await readState() else { return }
        state.uploads.removeAll { $0 == upload }
        let now = wallClock.now.seconds
        let refused = result.lines.filter { $0.outcome == .full }
        let known = Set(upload.keys.map { PrekeyID(key: $0) })
        try await apply(
            PrekeyChange(
                state: state, rows: [],
                removed: refused.filter { known.contains($0.id) }.map {
                    PrekeyTombstone($0.id, .retired, removed: now)
                }))
    }

    /// The private half of a prekey, to open a message with.
    ///
    /// - Parameter id: the prekey that a wrap names.
    /// - Returns: the key, or what became of it.
    /// - Throws: ``PrekeyKeeperError``; nothing is known of the prekey.
    public func privateKey(_ id: PrekeyID) async throws(PrekeyKeeperError) -> PrekeyAnswer {
        let trace = try await stored { () throws(KeychainError) in try await database.prekey(id) }
        switch trace {
        case nil: return .unknown
        case .tombstone: return .gone
        case .row(let row):
            guard let seal = try await seal(of: row.epoch) else { return .gone }
            return .key(try crypto { () throws(CryptoError) in try seal.open(row) })
        }
    }
}

/// What there is of a prekey that a wrap names.
public enum PrekeyAnswer: Sendable {
    /// Its private half.
    case key(P256PrivateKey)
    /// It was here and is gone: used for another message, or given up with its time.
    case gone
    /// It was never here.
    case unknown
}

/// Why prekeys could not be made, read or given up.
public enum PrekeyKeeperError: Error, Sendable, Equatable {
    /// The database or the item store failed.
    case keychain(KeychainError)
    /// This device's key did not sign.
    case key(IdentityKeyError)
    /// A primitive failed, or a row is damaged.
    case crypto(CryptoError)
}
