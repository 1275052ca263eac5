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
            machine.saved(state)
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
        next.lastGeneration += 1
        // From here on it is not known what lies in the stores until all has ended well.
        unsettled = UnsettledSave()
        for index in parts.indices.dropFirst() {
            if let landed, parts[index].isEqual(landed, state) { continue }
            next.records[index] = try await writePart(index, state, next.lastGeneration)
        }
        let header = StateEnvelope.Header(
            keepsOlder: stored.keepsOlder,
            partGenerations: next.records.dropFirst().map { $0.content?.generation ?? 0 })
        let payload = try parts[0].payload(
            of: state, header, generation: next.lastGeneration, previous: nil)
        unsettled = UnsettledSave(payload: payload)
        next.records[0].version = try await put(payload, 0)
        stored = next
        unsettled = nil
        // What was loaded has the marker; what is stored for the first time has not.
        if isFirst { isMarkerDue = true }
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

    // MARK: - Replacing what is lost

    /// Stores a state over tombstones, then loads it.
    func performReplace(_ state: State) async -> Result<Void, KeychainError> {
        do throws(KeychainError) {
            var attributes: [ItemAttributes?] = []
            for part in parts { attributes.append(try await part.store.attributes(of: part.key)) }
            guard attributes.contains(where: { $0?.invalidation != nil }) else {
                throw StoreConflict.notInvalidated.error
            }
            let generation = stored.lastGeneration + 1
            let header = StateEnvelope.Header(
                partGenerations: Array(repeating: generation, count: parts.count - 1))
            for index in parts.indices.reversed() {
                let payload = try parts[index].payload(
                    of: state, index == 0 ? header : .init(), generation: generation, previous: nil)
                try await replace(parts[index], payload, attributes[index])
            }
        } catch {
            report(.saveFailed, error)
            return .failure(error)
        }
        machine.beginLoad()
        return await performLoad().map { _ in }
    }

    private func replace(
        _ part: StatePart<State>, _ payload: SecretBytes, _ attributes: ItemAttributes?
    ) async throws(KeychainError) {
        var options = WriteOptions(protection: part.protection)
        if attributes?.invalidation != nil {
            try await part.store.replaceInvalidated(
                part.key, with: payload, options: options, prompt: self.options.prompt)
        } else {
            options.condition = attributes.map { .ifVersion($0.version) } ?? .ifAbsent
            try await part.store.write(
                payload, for: part.key, options: options, prompt: self.options.prompt)
        }
    }
}
