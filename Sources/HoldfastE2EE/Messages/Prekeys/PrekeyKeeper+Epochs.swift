import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension PrekeyKeeper {
    /// Begins an epoch: its key, then all rows under it in one transaction, then the old key goes.
    func beginEpoch(_ state: inout PrekeyState) async throws(PrekeyKeeperError) {
        let rows = try await stored { () throws(KeychainError) in try await database.prekeyRows() }
        let now = wallClock.now.seconds
        var next = state
        next.epoch += 1
        next.epochBegan = now
        next.formerEpochs.append(state.epoch)
        let new = try await seal(making: next.epoch)
        var (moved, lost): ([PrekeyRow], [PrekeyTombstone]) = ([], [])
        for row in rows {
            guard let old = try await seal(of: row.epoch) else {
                lost.append(PrekeyTombstone(row.id, .lost, removed: now))
                continue
            }
            moved.append(
                try crypto { () throws(CryptoError) in
                    try new.row(
                        old.open(row), grade: row.grade, notAfter: row.notAfter,
                        replaced: row.replaced, random: random)
                })
        }
        try await apply(PrekeyChange(state: next, rows: moved, removed: lost))
        state = next
        try await finishEpochs(&state)
    }

    /// Destroys the keys of epochs that no row is sealed under any more.
    ///
    /// A row that another process made under an old epoch while a new one began keeps its key.
    func finishEpochs(_ state: inout PrekeyState) async throws(PrekeyKeeperError) {
        guard !state.formerEpochs.isEmpty else { return }
        let rows = try await stored { () throws(KeychainError) in try await database.prekeyRows() }
        let used = Set(rows.map(\.epoch))
        var next = state
        for epoch in state.formerEpochs where !used.contains(epoch) {
            try await stored { () throws(KeychainError) in try await epochs.destroy(epoch) }
            next.formerEpochs.removeAll { $0 == epoch }
        }
        guard next != state else { return }
        try await apply(PrekeyChange(state: next, rows: [], removed: []))
        state = next
    }

    /// The state, made if there is none.
    func openState() async throws(PrekeyKeeperError) -> PrekeyState {
        if let state = try await readState() { return state }
        let state = PrekeyState(
            epoch: 1, epochBegan: wallClock.now.seconds, formerEpochs: [], uploads: [])
        try await apply(PrekeyChange(state: state, rows: [], removed: []))
        return state
    }

    func readState() async throws(PrekeyKeeperError) -> PrekeyState? {
        try await stored { () throws(KeychainError) in try await database.prekeyState() }
    }

    func apply(_ change: PrekeyChange) async throws(PrekeyKeeperError) {
        try await stored { () throws(KeychainError) in try await database.apply(change) }
    }

    /// What seals under an epoch's key, which is made if it is not there.
    func seal(making epoch: UInt32) async throws(PrekeyKeeperError) -> PrekeySeal {
        let key = try await stored { () throws(KeychainError) in try await epochs.make(epoch) }
        return seal(epoch, key)
    }

    /// What opens an epoch's rows; `nil` if the item store answered that its key is not there.
    func seal(of epoch: UInt32) async throws(PrekeyKeeperError) -> PrekeySeal? {
        let key = try await stored { () throws(KeychainError) in try await epochs.read(epoch) }
        return key.map { seal(epoch, $0) }
    }

    private func seal(_ epoch: UInt32, _ key: SecretBytes) -> PrekeySeal {
        PrekeySeal(
            account: identity.record.account, device: identity.record.device.id, epoch: epoch,
            key: key)
    }

    /// Runs a body that speaks to a store.
    func stored<R>(
        _ body: () async throws(KeychainError) -> R
    ) async throws(PrekeyKeeperError) -> R {
        do throws(KeychainError) {
            return try await body()
        } catch {
            throw .keychain(error)
        }
    }

    /// Runs a body that speaks cryptography.
    func crypto<R>(_ body: () throws(CryptoError) -> R) throws(PrekeyKeeperError) -> R {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw .crypto(error)
        }
    }
}
