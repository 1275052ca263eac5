import HoldfastCrypto

extension StatePersistor {
    /// Reads, migrates in memory, hydrates; or suspends.
    func performLoad() async -> Result<State, KeychainError> {
        if machine.status == .ready, let state = machine.state { return .success(state) }
        machine.beginLoad()
        board.show(machine.status)
        do throws(SuspensionReason) {
            let found = try await readParts(budget: options.retries)
            // A caller who is cancelled from here on does not stop a write half-way.
            return .success(try await Task { await self.hydrate(found) }.value.get())
        } catch {
            suspend(error)
            return .failure(error.error)
        }
    }

    /// Nothing is saved from now on.
    func suspend(_ reason: SuspensionReason) {
        machine.suspend(reason)
        board.show(machine.status)
        report(.suspended, reason.error)
    }

    func report(_ kind: PersistenceEvent.Kind, _ error: KeychainError) {
        options.telemetry.record(PersistenceEvent(kind, options.category, error))
    }

    // MARK: - Reading

    /// Reads all parts and picks what belongs together.
    ///
    /// - Throws: the reason to suspend.
    func readParts(budget: RetryBudget) async throws(SuspensionReason) -> FoundParts {
        let proof = try await ask(parts[0], budget)
        guard let item = proof.item else { return try await nothingStored(proof, budget) }
        let first = try envelope(item.value, parts[0].schema)
        guard first.header.partGenerations.count == parts.count - 1 else { throw .incomplete }
        var found = FoundParts(proof: proof, items: [item], contents: [first.current])
        found.keepsOlder = first.header.keepsOlder
        for (part, generation) in zip(parts.dropFirst(), first.header.partGenerations) {
            // All are asked before parts are called incomplete: a lost key is what a replacement
            // that ended half-way still has, and says that it can be repeated.
            guard let item = try await ask(part, budget).item,
                let content = try envelope(item.value, part.schema).content(of: generation)
            else { continue }
            found.items.append(item)
            found.contents.append(content)
        }
        guard found.contents.count == parts.count else { throw .incomplete }
        return found
    }

    /// The store answered that the first part is not there; the marker says what that means.
    private func nothingStored(
        _ proof: AnsweredRead, _ budget: RetryBudget
    ) async throws(SuspensionReason) -> FoundParts {
        let mark: FirstInstallMarker.Mark
        do throws(KeychainError) {
            mark = try await marker.read()
        } catch {
            throw .unreadable(error)
        }
        if mark == .stored { throw .missing }
        if mark == .wiping { try await finishWipe() }
        var found = FoundParts(proof: proof, items: [nil])
        for part in parts.dropFirst() {
            let item = try await ask(part, budget).item
            // Without a mark that says that a first save was under way, a part without its first
            // part is what an older installation left.
            if item != nil && mark != .creating { throw .incomplete }
            found.items.append(item)
        }
        return found
    }

    /// A process died in a wipe that had removed the first part: what it left is removed too.
    private func finishWipe() async throws(SuspensionReason) {
        do throws(KeychainError) {
            // A caller who is cancelled does not stop it half-way.
            try await Task { await self.removeAll() }.value.get()
        } catch {
            throw .unreadable(error)
        }
    }

    private func ask(
        _ part: StatePart<State>, _ budget: RetryBudget
    ) async throws(SuspensionReason) -> AnsweredRead {
        let reader = RetryingReader(part.store, budget: budget, clock: options.clock)
        do throws(KeychainError) {
            return try await AnsweredRead(asking: reader, about: part.key, prompt: options.prompt)
        } catch {
            throw .unreadable(error)
        }
    }

    func envelope(
        _ payload: SecretBytes, _ schema: StateSchema
    ) throws(SuspensionReason) -> StateEnvelope {
        do throws(StateEnvelope.Damage) {
            return try StateEnvelope(decoding: payload)
        } catch {
            switch error {
            case .newerFormat: throw .newerFormat
            case .damaged: throw .undecodable
            case .unmarked:
                guard let content = schema.unmarkedContent(payload) else { throw .undecodable }
                return StateEnvelope(header: .init(), current: content, previous: nil)
            }
        }
    }

    // MARK: - Hydrating

    private func hydrate(_ found: FoundParts) async -> Result<State, SuspensionReason> {
        do throws(SuspensionReason) {
            var (state, isMigrated) = try decoded(found)
            stored = StoredParts(found)
            unsettled = nil
            if isMigrated { state = try await storeMigrated(state, found) }
            machine.hydrate(found.proof, state, isStored: !found.contents.isEmpty)
        } catch {
            return .failure(error)
        }
        if !found.contents.isEmpty { await settleAfterLoad() }
        board.show(machine.status)
        return machine.state.map(Result.success) ?? .failure(.undecodable)
    }

    /// The state that the contents are, brought to the present schemas in memory.
    private func decoded(_ found: FoundParts) throws(SuspensionReason) -> (State, Bool) {
        var state = initial()
        var isMigrated = false
        for (part, content) in zip(parts, found.contents) {
            if try part.hydrate(&state, from: content) { isMigrated = true }
        }
        return (state, isMigrated)
    }

    /// Stores a migrated state and reads it back, with the older payload kept beside meanwhile.
    private func storeMigrated(
        _ state: State, _ found: FoundParts
    ) async throws(SuspensionReason) -> State {
        do throws(KeychainError) {
            for index in found.contents.indices { try await keepOlder(index, found) }
            stored.keepsOlder = true
            try await writeParts(state, landed: nil)
        } catch {
            throw error.isLostRace ? .changedElsewhere : .unreadable(error)
        }
        let again = try await readParts(budget: options.retries)
        let (readBack, isStillOld) = try decoded(again)
        let isSame = parts.allSatisfy { $0.isEqual(readBack, state) }
        guard isSame, !isStillOld else { throw .undecodable }
        stored = StoredParts(again)
        return readBack
    }

    /// Copies a part's payload beside, over nothing but an older copy of its own.
    private func keepOlder(_ index: Int, _ found: FoundParts) async throws(KeychainError) {
        guard let item = found.items[index] else { return }
        let part = parts[index]
        let beside = try await part.store.read(part.olderKey, prompt: options.prompt)
        if let beside, isCopy(beside.value, of: found.contents[index], part.schema) { return }
        // What lies there is this state's own only if the state says so; else it stays.
        if beside != nil && !found.keepsOlder { throw SuspensionReason.olderKeyTaken }
        let condition = beside.map { WriteCondition.ifVersion($0.attributes.version) } ?? .ifAbsent
        try await part.store.write(
            item.value, for: part.olderKey,
            options: WriteOptions(
                protection: item.attributes.protection, condition: condition),
            prompt: options.prompt)
    }

    /// Whether a payload is what a migration that ended half-way has kept of a content.
    private func isCopy(
        _ payload: SecretBytes, of content: StateContent, _ schema: StateSchema
    ) -> Bool {
        do throws(SuspensionReason) {
            let kept = try envelope(payload, schema).content(of: content.generation)
            return kept?.schema == content.schema && kept?.body == content.body
        } catch {
            // Not a state at all, or not one of this app.
            return false
        }
    }

    /// A state is stored and was read: the marker has to say so, and older payloads may go.
    private func settleAfterLoad() async {
        isMarkerDue = true
        do throws(KeychainError) {
            try await settleMarker()
        } catch {
            // Reported; the next save tries it again.
        }
        guard stored.keepsOlder else { return }
        do throws(KeychainError) {
            for part in parts { try await part.store.remove(part.olderKey) }
            stored.keepsOlder = false
        } catch {
            report(.olderPayloadLeft, error)
        }
    }

    /// Makes the marker say that a state is stored, if it does not say so yet.
    func settleMarker() async throws(KeychainError) {
        guard isMarkerDue else { return }
        do throws(KeychainError) {
            if try await marker.read() != .stored { try await marker.set(.stored) }
            isMarkerDue = false
        } catch {
            report(.markerFailed, error)
            throw error
        }
    }
}
