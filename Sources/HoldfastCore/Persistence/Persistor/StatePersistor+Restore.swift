import HoldfastCrypto

extension StatePersistor {
    /// Puts back what the state was before the last migration, while its copy is still there.
    ///
    /// For an app that finds the new form useless: a migration keeps the payloads that it replaces
    /// under names of their own until the new ones were read back, and a load that finds them wrong
    /// leaves them there. The state then counts as not loaded; ``load()`` loads it and, with the same
    /// schema, migrates it again, so install or fix the app's migrations first.
    ///
    /// The copies are removed only after the stores have answered with what was put back (P2). A
    /// process that dies in between leaves the new state or the older one, and this can be called
    /// again.
    ///
    /// - Throws: `INVALID_ARGUMENT` if no migration's copies are there, the reason's error if what
    ///   they would replace cannot be read, else as the store. If anything may be written already,
    ///   the persistor is suspended, else it is as before.
    public func restoreBeforeMigration() async throws(KeychainError) {
        try await line.enqueue { await self.performRestore() }.value.get()
    }

    private func performRestore() async -> Result<Void, KeychainError> {
        let copies: [OlderCopy]
        do throws(KeychainError) {
            copies = try await olderCopies()
        } catch {
            report(.saveFailed, error)
            return .failure(error)
        }
        // From here on it is not known what lies in the stores, and a change would get lost.
        machine.beginLoad()
        board.show(machine.status)
        do throws(KeychainError) {
            for copy in copies { try await putBack(copy) }
            try await check(copies)
            for part in parts { try await part.store.remove(part.olderKey) }
        } catch {
            report(.saveFailed, error)
            suspend(error.isLostRace ? .changedElsewhere : .unreadable(error))
            return .failure(error)
        }
        stopTimer()
        stored = StoredParts(partCount: parts.count)
        unsettled = nil
        machine.restored()
        board.show(machine.status)
        return .success(())
    }

    /// What to write, the first part last: with it the older state begins to count.
    private func olderCopies() async throws(KeychainError) -> [OlderCopy] {
        let present: FoundParts
        do throws(SuspensionReason) {
            present = try await readParts(budget: .none)
        } catch {
            throw error.error
        }
        // What lies under the copies' names is this state's own only if the state says so.
        guard present.keepsOlder else { throw Self.noOlderCopy }
        var copies: [OlderCopy] = []
        for (index, part) in parts.enumerated() {
            guard let item = present.items[index],
                let copy = try await part.store.read(part.olderKey, prompt: options.prompt)
            else { throw Self.noOlderCopy }
            let content = present.contents[index]
            // A copy of what is there already was left by a restoration that ended half-way.
            copies.append(
                try olderCopy(
                    of: index, copy.value, over: item, index == 0 ? nil : content))
        }
        return copies.reversed()
    }

    private func olderCopy(
        of index: Int, _ copy: SecretBytes, over item: Item, _ previous: StateContent?
    ) throws(KeychainError) -> OlderCopy {
        let older: StateEnvelope
        do throws(SuspensionReason) {
            older = try envelope(copy, parts[index].schema)
        } catch {
            throw error.error
        }
        guard older.header.partGenerations.count == (index == 0 ? parts.count - 1 : 0) else {
            throw SuspensionReason.incomplete.error
        }
        var payload = copy
        if older.current.generation != 0 {
            // The copy may still lie beside until the next save, and the first part says so; the
            // others keep what the first part refers to until it is written.
            var header = older.header
            header.keepsOlder = index == 0
            let previous = previous?.generation == older.current.generation ? nil : previous
            payload = StateEnvelope.payload(header, older.current, previous: previous)
        }
        try Item.check(payload)
        return OlderCopy(index: index, payload: payload, item: item)
    }

    private func putBack(_ copy: OlderCopy) async throws(KeychainError) {
        let part = parts[copy.index]
        try await part.store.write(
            copy.payload, for: part.key,
            options: WriteOptions(
                protection: copy.item.attributes.protection,
                condition: .ifVersion(copy.item.attributes.version)),
            prompt: options.prompt)
    }

    private func check(_ copies: [OlderCopy]) async throws(KeychainError) {
        for copy in copies {
            let part = parts[copy.index]
            guard
                try await part.store.read(part.key, prompt: options.prompt)?.value == copy.payload
            else { throw SuspensionReason.changedElsewhere.error }
        }
    }

    /// One part's payload from before the migration, and the item that it takes the place of.
    private struct OlderCopy {
        let index: Int
        let payload: SecretBytes
        let item: Item
    }

    private static var noOlderCopy: KeychainError {
        KeychainError(
            .invalidArgument, "there is no copy from before a migration",
            advice: "it is removed once the migrated state was stored and read back")
    }
}
