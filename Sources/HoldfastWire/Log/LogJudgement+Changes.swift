import HoldfastCrypto

extension LogJudgement {
    mutating func setRecovery(
        _ key: P256PublicKey?, _ signed: SignedLogEntry
    ) throws(LogError) {
        let sequence = signed.entry.sequence
        let author = try fullDevice(signed)
        try signed.allowOnly([.recovery])
        if signed.witnesses[.recovery] != nil {
            guard let current = facts.recoveryKey else {
                throw LogError(.badSignature, at: sequence)
            }
            try signed.check(.recovery, of: current)
        } else if facts.recoveryKey != nil || facts.othersCount(beside: author.id) > 0 {
            try wait(signed, .recoveryKey)
        }
        facts.recoveryKey = key
    }

    mutating func checkpoint(
        _ checkpoint: LogFacts.Checkpoint, _ signed: SignedLogEntry
    ) throws(LogError) {
        let sequence = signed.entry.sequence
        guard case .device = signed.entry.author else {
            throw LogError(.notPermitted, at: sequence)
        }
        try signed.allowOnly([])
        if let known = facts.checkpoint, known.lineage == checkpoint.lineage {
            guard checkpoint.generation > known.generation else {
                throw LogError(.notPermitted, at: sequence)
            }
        }
        facts.checkpoint = checkpoint
    }

    mutating func veto(
        _ hash: EntryHash, _ signed: SignedLogEntry, _ recent: [SignedLogEntry],
        _ age: (PendingChange) -> UInt64?
    ) throws(LogError) {
        let sequence = signed.entry.sequence
        try signed.allowOnly([])
        guard let index = pending.firstIndex(where: { $0.entry.hash == hash }) else {
            throw LogError(.notPending, at: sequence)
        }
        let change = pending[index]
        guard mayObject(signed.entry.author, to: change) else {
            throw LogError(.notPermitted, at: sequence)
        }
        guard age(change).map({ $0 < change.delay.rawValue }) ?? true else {
            throw LogError(.tooLate, at: sequence)
        }
        facts = change.before
        pending.removeSubrange(index...)
        replay(recent.filter { $0.entry.sequence > change.entry.sequence }, recent)
    }

    mutating func confirm(
        _ hash: EntryHash, _ signed: SignedLogEntry, _ age: (PendingChange) -> UInt64?
    ) throws(LogError) {
        let sequence = signed.entry.sequence
        try signed.allowOnly([])
        guard let index = pending.firstIndex(where: { $0.entry.hash == hash }) else {
            throw LogError(.notPending, at: sequence)
        }
        let change = pending[index]
        if !mayObject(signed.entry.author, to: change) {
            try expectOver(change, signed.entry, age)
        }
        pending.remove(at: index)
    }

    /// Plays what came after a change that was undone; what hung on it is left out.
    private mutating func replay(_ entries: [SignedLogEntry], _ recent: [SignedLogEntry]) {
        for entry in entries {
            var next = self
            do throws(LogError) {
                // What came in time when it was verified stays in time.
                try next.apply(entry, recent: recent, age: { _ in nil })
                self = next
            } catch {
                continue
            }
        }
    }

    /// Devices that were there before a change and did not make it have a say in it; so has the
    /// recovery key in a change of itself.
    private func mayObject(_ author: LogEntry.Author, to change: PendingChange) -> Bool {
        guard author != change.author else { return false }
        switch author {
        case .recovery: return change.delay == .recoveryKey
        case .device(let id):
            return change.before.active(id) != nil && !wasProvisional(id, before: change)
        }
    }

    private func wasProvisional(_ id: DeviceID, before change: PendingChange) -> Bool {
        pending.contains {
            $0.entry.sequence < change.entry.sequence && $0.newcomers.contains(id)
        }
    }

    /// Its maker may confirm a change when its time is over, by the maker's own words and by the
    /// verifier's clock where that knows better.
    private func expectOver(
        _ change: PendingChange, _ entry: LogEntry, _ age: (PendingChange) -> UInt64?
    ) throws(LogError) {
        guard case .device(let id) = entry.author,
            entry.author == change.author || change.newcomers.contains(id)
        else { throw LogError(.notPermitted, at: entry.sequence) }
        let (waited, overflows) = entry.created.subtractingReportingOverflow(change.created)
        guard !overflows, waited >= Int64(change.delay.rawValue),
            age(change).map({ $0 >= change.delay.rawValue }) ?? true
        else { throw LogError(.tooEarly, at: entry.sequence) }
    }
}
