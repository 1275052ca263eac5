extension StatePersistor {
    /// Removes all parts, with the marker saying so meanwhile, so that a death in between does not
    /// look like a loss.
    func performWipe() async -> Result<Void, KeychainError> {
        do throws(KeychainError) {
            try await marker.set(.wiping)
        } catch {
            // Nothing is removed, and changes are saved as before; the marker may say otherwise.
            isMarkerDue = true
            report(.wipeFailed, error)
            return .failure(error)
        }
        if case .failure(let error) = await removeAll() {
            report(.wipeFailed, error)
            suspend(.unreadable(error))
            return .failure(error)
        }
        // Also what was changed while the parts were being removed.
        stopTimer()
        stored = StoredParts(partCount: parts.count)
        unsettled = nil
        isMarkerDue = false
        machine.wiped()
        board.show(machine.status)
        return .success(())
    }

    /// Removes every part, the first one first, then the marker.
    func removeAll() async -> Result<Void, KeychainError> {
        do throws(KeychainError) {
            for part in parts {
                try await part.store.remove(part.key)
                try await part.store.remove(part.olderKey)
            }
            try await marker.set(.absent)
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}
