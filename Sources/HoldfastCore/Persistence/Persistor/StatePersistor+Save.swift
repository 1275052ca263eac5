import HoldfastCrypto

extension StatePersistor {
    /// Stores the state if it differs from what is stored.
    func performSave() async -> Result<Void, KeychainError> {
        do throws(KeychainError) {
            guard let state = try machine.stateToSave() else {
                try await settleMarker()
                return .success(())
            }
            try await store(state)
        } catch {
            return .failure(error)
        }
        do throws(KeychainError) {
            // The state is stored whatever comes of the marker.
            try await settleMarker()
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private func store(_ state: State) async throws(KeychainError) {
        do throws(KeychainError) {
            if unsettled != nil { try await settleSave() }
            let landed = machine.landed
            let isStored = landed.map { landed in parts.allSatisfy { $0.isEqual(landed, state) } }
            if isStored != true { try await writeParts(state, landed: landed) }
            if machine.saved(state) == .setTimer { setTimer() }
        } catch {
            if error.isLostRace { suspend(.changedElsewhere) }
            // A reason to suspend was reported as such.
            if machine.refusal == nil {
                machine.saveFailed(error)
                report(.saveFailed, error)
            }
            throw error
        }
    }

    /// Writes the parts that differ, the first part last: with it the new state begins to count.
    func writeParts(_ state: State, landed: State?) async throws(KeychainError) {
        let isFirst = stored.records[0].version == nil
        if isFirst && parts.count > 1 { try await marker.set(.creating) }
        var next = stored
        let generation = try newGeneration()
        // From here on it is not known what lies in the stores until all has ended well.
        unsettled = UnsettledSave()
        for index in parts.indices.dropFirst() {
            if let landed, parts[index].isEqual(landed, state) { continue }
            next.records[index] = try await writePart(index, state, generation)
        }
        let header = StateEnvelope.Header(
            keepsOlder: stored.keepsOlder,
            partGenerations: next.records.dropFirst().map { $0.content?.generation ?? 0 })
        let payload = try parts[0].payload(
            of: state, header, generation: generation, previous: nil)
        unsettled = UnsettledSave(payload: payload)
        next.records[0].version = try await put(payload, 0)
        stored = next
        unsettled = nil
        // What was loaded has the marker; what is stored for the first time has not.
        if isFirst { isMarkerDue = true }
    }

    /// Draws the generation of a save.
    ///
    /// Not counted up from what was read: what cannot be read any more, and what another process
    /// is about to write, must not share a number with it either.
    ///
    /// - Returns: 1 to 2^63 - 1.
    /// - Throws: `UNKNOWN` if there are no random bytes.
    func newGeneration() throws(KeychainError) -> UInt64 {
        let random = options.random
        let bytes = try crypto { () throws(CryptoError) in try random.bytes(8) }
        // 0 is what an unmarked payload counts as.
        return max(bytes.reduce(0) { $0 << 8 | UInt64($1) } >> 1, 1)
    }

    /// Writes one of the other parts, with what the first part still refers to behind it.
    private func writePart(
        _ index: Int, _ state: State, _ generation: UInt64
    ) async throws(KeychainError) -> StoredParts.Record {
        let payload = try parts[index].payload(
            of: state, .init(), generation: generation,
            previous: stored.records[index].content)
        let version = try await put(payload, index)
        do throws(StateEnvelope.Damage) {
            return .init(version: version, content: try StateEnvelope(decoding: payload).current)
        } catch {
            throw SuspensionReason.undecodable.error
        }
    }

    /// Writes over the version that is known, and over nothing else.
    private func put(_ payload: SecretBytes, _ index: Int) async throws(KeychainError)
        -> ItemVersion
    {
        let part = parts[index]
        let condition = stored.records[index].version.map(WriteCondition.ifVersion) ?? .ifAbsent
        return try await part.store.write(
            payload, for: part.key,
            options: WriteOptions(protection: part.protection, condition: condition),
            prompt: options.prompt)
    }

    /// Finds out what a save that failed has left: the state before it, or the state that it wrote.
    ///
    /// - Throws: the store's error if it does not answer, the conflict `versionChanged` if what is
    ///   there is neither.
    private func settleSave() async throws(KeychainError) {
        let found: FoundParts
        do throws(SuspensionReason) {
            found = try await readParts(budget: .none)
        } catch {
            if case .unreadable(let error) = error { throw error }
            suspend(error)
            throw error.error
        }
        let item = found.items.first ?? nil
        let isBefore = item?.version == stored.records[0].version
        let isWritten = item != nil && item?.value == unsettled?.payload
        guard isBefore || isWritten else { throw StoreConflict.versionChanged.error }
        stored = StoredParts(found)
        unsettled = nil
    }
}
