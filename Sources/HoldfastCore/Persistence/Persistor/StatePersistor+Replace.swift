import HoldfastCrypto

extension StatePersistor {
    /// Stores a state over tombstones, then loads it.
    ///
    /// Live parts are written first and tombstones last, so that until the last write the state is
    /// still one whose key is lost: it suspends every start, and can be replaced again.
    func performReplace(_ state: State) async -> Result<Void, KeychainError> {
        let replacements: [Replacement]
        do throws(KeychainError) {
            replacements = try replacing(try await attributesOfParts(), by: state)
        } catch {
            // Nothing was written: what was loaded and changed is saved as before.
            report(.saveFailed, error)
            return .failure(error)
        }
        // From here on it is not known what lies in the stores, and a change would get lost.
        machine.beginLoad()
        board.show(machine.status)
        do throws(KeychainError) {
            for replacement in replacements { try await write(replacement) }
        } catch {
            report(.saveFailed, error)
            suspend(error.isLostRace ? .changedElsewhere : .unreadable(error))
            return .failure(error)
        }
        // Drops what was changed before: the new state takes its place.
        stopTimer()
        return await performLoad().map { _ in }
    }

    private func attributesOfParts() async throws(KeychainError) -> [ItemAttributes?] {
        var attributes: [ItemAttributes?] = []
        for part in parts { attributes.append(try await part.store.attributes(of: part.key)) }
        guard attributes.contains(where: { $0?.invalidation != nil }) else {
            throw StoreConflict.notInvalidated.error
        }
        return attributes
    }

    /// What to write, in that order.
    private func replacing(
        _ attributes: [ItemAttributes?], by state: State
    ) throws(KeychainError) -> [Replacement] {
        let generation = try newGeneration()
        let header = StateEnvelope.Header(
            partGenerations: Array(repeating: generation, count: parts.count - 1))
        var (live, lost): ([Replacement], [Replacement]) = ([], [])
        for index in parts.indices.reversed() {
            let payload = try parts[index].payload(
                of: state, index == 0 ? header : .init(), generation: generation, previous: nil)
            let replacement = Replacement(
                part: parts[index], payload: payload, attributes: attributes[index])
            if replacement.isOfTombstone {
                lost.append(replacement)
            } else {
                live.append(replacement)
            }
        }
        return live + lost
    }

    private func write(_ replacement: Replacement) async throws(KeychainError) {
        let part = replacement.part
        var options = WriteOptions(protection: part.protection)
        if replacement.isOfTombstone {
            try await part.store.replaceInvalidated(
                part.key, with: replacement.payload, options: options, prompt: self.options.prompt)
        } else {
            options.condition = replacement.attributes.map { .ifVersion($0.version) } ?? .ifAbsent
            try await part.store.write(
                replacement.payload, for: part.key, options: options, prompt: self.options.prompt)
        }
    }

    /// One part's new payload, and what it takes the place of.
    private struct Replacement {
        let part: StatePart<State>
        let payload: SecretBytes
        let attributes: ItemAttributes?
        var isOfTombstone: Bool { attributes?.invalidation != nil }
    }
}
