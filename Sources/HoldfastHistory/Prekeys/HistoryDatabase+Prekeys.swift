#if os(Linux)
public import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

extension HistoryDatabase: PrekeyStore {
    /// What is kept beside the rows of the prekeys.
    ///
    /// - Returns: the state, or `nil` if the history answered that there is none yet (P1).
    /// - Throws: what kept it from answering.
    public func prekeyState() async throws(KeychainError) -> PrekeyState? {
        try await reading { (rows) throws(KeychainError) in
            guard let value = try rows.value(.prekeyState, []) else { return nil }
            return try stored { () throws(WireError) in try PrekeyState(value.clear) }
        }
    }

    /// All rows of prekeys that are there.
    ///
    /// - Returns: the rows, in any order.
    /// - Throws: what kept the history from answering; `DATA_CORRUPTED` if one of them is lost.
    public func prekeyRows() async throws(KeychainError) -> [PrekeyRow] {
        try await reading { (rows) throws(KeychainError) in try rows.prekeys() }
    }

    /// What there is of one prekey.
    ///
    /// - Parameter id: the prekey.
    /// - Returns: its row or its tombstone, or `nil` if the history answered that there was never
    ///   such a prekey (P1).
    /// - Throws: what kept it from answering.
    public func prekey(_ id: PrekeyID) async throws(KeychainError) -> PrekeyTrace? {
        try await reading { (rows) throws(KeychainError) in
            if let row = try rows.prekey(id) { return .row(row) }
            return try rows.tombstone(of: id).map(PrekeyTrace.tombstone)
        }
    }

    /// Makes a change in one durable transaction (P2, P5).
    ///
    /// With a new epoch the log is emptied, so that no page of it keeps the old rows.
    ///
    /// - Parameter change: the change; making it twice is the same as once.
    /// - Throws: what kept the history from writing; nothing was changed.
    public func apply(_ change: PrekeyChange) async throws(KeychainError) {
        let isNewEpoch = try await changing { (rows) throws(KeychainError) in
            let epoch = try rows.value(.prekeyState, []).map { (old) throws(KeychainError) in
                try stored { () throws(WireError) in try PrekeyState(old.clear).epoch }
            }
            try rows.put(.prekeyState, [], RowValue(clear: change.state.bytes))
            for row in change.rows where try rows.tombstone(of: row.id) == nil {
                try rows.put(.prekey, row.id.bytes, RowValue(clear: row.bytes))
            }
            for tombstone in change.removed { try rows.bury(tombstone) }
            return epoch.map { $0 != change.state.epoch } ?? false
        }
        guard isNewEpoch else { return }
        try await run { (core) throws(KeychainError) in core.emptyLog() }
    }
}

extension HistoryRows {
    func prekeys() throws(KeychainError) -> [PrekeyRow] {
        var prekeys: [PrekeyRow] = []
        for value in try values(.prekey) {
            prekeys.append(try stored { () throws(WireError) in try PrekeyRow(value.clear) })
        }
        return prekeys
    }

    func prekey(_ id: PrekeyID) throws(KeychainError) -> PrekeyRow? {
        guard let value = try value(.prekey, id.bytes) else { return nil }
        return try stored { () throws(WireError) in try PrekeyRow(value.clear) }
    }

    func tombstone(of id: PrekeyID) throws(KeychainError) -> PrekeyTombstone? {
        guard let value = try value(.tombstone, id.bytes) else { return nil }
        return try stored { () throws(WireError) in
            var reader = WireReader(value.clear)
            let code = try reader.byte("reason")
            guard let reason = PrekeyTombstone.Reason(rawValue: code) else {
                throw WireError(.newerVersion, in: "reason")
            }
            let removed = Int64(bitPattern: try reader.number64("removed"))
            try reader.expectEnd("PrekeyTombstone")
            return PrekeyTombstone(id, reason, removed: removed)
        }
    }

    /// Removes a prekey's row and leaves a tombstone; the first reason stays.
    func bury(_ tombstone: PrekeyTombstone) throws(KeychainError) {
        try remove(.prekey, tombstone.id.bytes)
        guard try self.tombstone(of: tombstone.id) == nil else { return }
        let bytes = WireWriter.encode { writer in
            writer.put(tombstone.reason.rawValue)
            writer.put(tombstone.removed)
        }
        try put(.tombstone, tombstone.id.bytes, RowValue(clear: bytes))
    }

    /// Gives all prekeys up, as some of them may have served a message that is not known here.
    func loseAllPrekeys(at now: Int64) throws(KeychainError) {
        for prekey in try prekeys() {
            try bury(PrekeyTombstone(prekey.id, .lost, removed: now))
        }
    }
}
#endif
