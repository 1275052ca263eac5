import HoldfastCrypto

extension LogJudgement {
    mutating func add(_ record: DeviceRecord, _ signed: SignedLogEntry) throws(LogError) {
        try expectNew(record, signed.entry.sequence)
        let isTaken = facts.members.values.contains {
            $0.isActive && $0.record.slot == record.slot
        }
        guard !isTaken else { throw LogError(.deviceExists, at: signed.entry.sequence) }
        guard !record.isRecoveryRecipient || facts.recoveryRecipient == nil else {
            throw LogError(.tooMany, at: signed.entry.sequence)
        }
        try signed.check(.newcomer, of: record.signingKey)
        if signed.entry.author == .recovery {
            try signed.allowOnly([.newcomer])
            try wait(signed, .change, newcomers: [record.id])
        } else {
            let author = try fullDevice(signed)
            try checkPresence(of: author, signed, [.newcomer])
            if author.presenceKey == nil, record.presenceKey != nil {
                try waitWithOthers(signed, record.id)
            }
        }
        facts.takeIn(record, at: signed.entry.sequence)
    }

    mutating func revoke(
        _ id: DeviceID, _ reason: RemovalReason, lastCounter: UInt64, _ signed: SignedLogEntry
    ) throws(LogError) {
        let sequence = signed.entry.sequence
        guard let old = facts.active(id) else { throw LogError(.unknownDevice, at: sequence) }
        switch signed.entry.author {
        case .device(id): try signed.allowOnly([])
        case .device(let author):
            let record = try fullDevice(signed)
            guard record.presenceKey != nil,
                old.isRecoveryRecipient || facts.othersCount(beside: author) > 1
            else { throw LogError(.notPermitted, at: sequence) }
            try checkPresence(of: record, signed, [])
        case .recovery:
            try signed.allowOnly([])
            try wait(signed, .change)
        }
        facts.putOut(id, at: sequence, reason: reason, lastCounter: lastCounter)
    }

    mutating func replace(
        _ id: DeviceID, _ reason: RemovalReason, lastCounter: UInt64, by record: DeviceRecord,
        _ signed: SignedLogEntry
    ) throws(LogError) {
        let sequence = signed.entry.sequence
        guard let old = facts.active(id) else { throw LogError(.unknownDevice, at: sequence) }
        try expectNew(record, sequence)
        guard record.slot == old.slot, !old.isRecoveryRecipient, !record.isRecoveryRecipient
        else { throw LogError(.notPermitted, at: sequence) }
        try signed.check(.newcomer, of: record.signingKey)
        switch signed.entry.author {
        case .device(id):
            _ = try fullDevice(signed)
            try checkNewPresence(of: record, after: old, signed)
        case .device:
            let author = try fullDevice(signed)
            guard author.presenceKey != nil else { throw LogError(.notPermitted, at: sequence) }
            try checkPresence(of: author, signed, [.newcomer])
            try wait(signed, .change, newcomers: [record.id])
        case .recovery:
            try signed.allowOnly([.newcomer])
            try wait(signed, .change, newcomers: [record.id])
        }
        facts.putOut(id, at: sequence, reason: reason, lastCounter: lastCounter)
        facts.takeIn(record, at: sequence)
    }

    mutating func merge(
        _ other: LogHead, _ survivors: [DeviceRecord], _ signed: SignedLogEntry
    ) throws(LogError) {
        let sequence = signed.entry.sequence
        guard signed.entry.author == .recovery else { throw LogError(.notPermitted, at: sequence) }
        try signed.allowOnly([])
        guard !survivors.isEmpty, survivors.count <= LogEntry.deviceLimit,
            Set(survivors.map(\.slot)).count == survivors.count,
            !survivors.allSatisfy(\.isRecoveryRecipient)
        else { throw LogError(.notPermitted, at: sequence) }
        let kept = Set(survivors.map(\.id))
        try wait(
            signed, .change, newcomers: kept.filter { facts.members[$0]?.isActive != true })
        for id in facts.members.keys where !kept.contains(id) && facts.active(id) != nil {
            facts.putOut(id, at: sequence, reason: .replaced, lastCounter: 0)
        }
        for record in survivors where facts.active(record.id) == nil {
            facts.takeIn(record, at: sequence)
        }
        facts.merges.append(
            LogMerge(entry: LogHead(sequence: sequence, hash: signed.hash), other: other))
    }

    private func expectNew(_ record: DeviceRecord, _ sequence: UInt64) throws(LogError) {
        guard facts.members[record.id] == nil else {
            throw LogError(.deviceExists, at: sequence)
        }
        guard facts.members.count < LogEntry.deviceLimit * 4,
            facts.members.values.count(where: \.isActive) < LogEntry.deviceLimit
        else { throw LogError(.tooMany, at: sequence) }
    }

    /// A device that gives itself another key for its person shows that its person is there, or the
    /// others can object: with such a key it can put them out.
    private mutating func checkNewPresence(
        of record: DeviceRecord, after old: DeviceRecord, _ signed: SignedLogEntry
    ) throws(LogError) {
        guard record.presenceKey != nil, record.presenceKey != old.presenceKey else {
            return try signed.allowOnly([.newcomer])
        }
        if old.presenceKey != nil, signed.witnesses[.presence] != nil {
            try checkPresence(of: old, signed, [.newcomer])
        } else {
            try signed.allowOnly([.newcomer])
            try waitWithOthers(signed, record.id)
        }
    }

    /// Lets a change wait, unless the author's device is the only one.
    private mutating func waitWithOthers(
        _ signed: SignedLogEntry, _ newcomer: DeviceID
    ) throws(LogError) {
        guard case .device(let author) = signed.entry.author, facts.othersCount(beside: author) > 0
        else { return }
        try wait(signed, .change, newcomers: [newcomer])
    }

    /// The person's own signature, from a device that has a key for it.
    private func checkPresence(
        of record: DeviceRecord, _ signed: SignedLogEntry,
        _ others: Set<SignedLogEntry.Witness>
    ) throws(LogError) {
        guard let key = record.presenceKey else { return try signed.allowOnly(others) }
        try signed.allowOnly(others.union([.presence]))
        try signed.check(.presence, of: key)
    }
}
