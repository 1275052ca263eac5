public import HoldfastWire

/// Decides who a message is wrapped for, again and again, until every device has it.
///
/// All of it is decided by verified logs. What a server says is a reason to look, not a fact.
public enum OutboxPlanner {
    /// How often a message is wrapped again for one place in an account.
    public static let rewrapLimit = 3
    /// How many envelopes in a row may be refused.
    public static let refusalLimit = 8

    /// Decides what a server's refusal leads to.
    ///
    /// - Parameters:
    ///   - refusal: the refusal.
    ///   - entry: the message, with the refused envelope noted.
    ///   - refusals: how many of its envelopes were refused in a row, this one included.
    ///   - logs: the logs that the envelope was made by, this account's own included.
    /// - Returns: the next step.
    public static func step(
        after refusal: SendRefusal, of entry: OutboxEntry, refusals: Int,
        logs: [AccountID: DeviceLog]
    ) -> OutboxStep {
        switch refusal {
        case .senderRemoved: return .reconcileIdentity
        case .tooLarge: return .stop(.tooLarge)
        case .later(let seconds): return .wait(seconds: max(1, seconds))
        case .staleDevices(let entries):
            guard refusals < refusalLimit, entry.nextAttempt != nil else {
                return .stop(.refusedTooOften)
            }
            return grow(logs, by: entries)
        }
    }

    /// Decides whether a message is wrapped again because a device could not open it.
    ///
    /// - Parameters:
    ///   - signed: the device's receipt.
    ///   - entry: the message.
    ///   - log: the log of the device's account, verified.
    /// - Returns: for which device, and at which grade or a better one.
    /// - Throws: ``RewrapRefusal``.
    public static func target(
        for signed: SignedReceipt, of entry: OutboxEntry, in log: DeviceLog
    ) throws(RewrapRefusal) -> RewrapTarget {
        let receipt = signed.receipt
        guard receipt.message == entry.message, receipt.account == log.account,
            let member = log.facts.members[receipt.device]
        else { throw .notAddressed }
        do throws(MessageFault) {
            try signed.check(of: member.record)
        } catch {
            throw .fault(error)
        }
        return try target(for: member, of: entry, in: log)
    }

    /// Decides whether a message is wrapped again because a server says that a device has been
    /// replaced before it had fetched it.
    ///
    /// - Parameters:
    ///   - device: the device that the server names.
    ///   - entry: the message.
    ///   - log: the log of the device's account, verified.
    /// - Returns: for which device, and at which grade or a better one.
    /// - Throws: ``RewrapRefusal``; `notNeeded` where the log shows no successor.
    public static func target(
        forReplaced device: DeviceID, of entry: OutboxEntry, in log: DeviceLog
    ) throws(RewrapRefusal) -> RewrapTarget {
        guard let member = log.facts.members[device] else { throw .notAddressed }
        guard !member.isActive else { throw .notNeeded }
        return try target(for: member, of: entry, in: log)
    }

    /// A device of the original set, or the one that has its place now.
    private static func target(
        for member: LogMember, of entry: OutboxEntry, in log: DeviceLog
    ) throws(RewrapRefusal) -> RewrapTarget {
        guard let grade = entry.grade(of: member.record.id) else { throw .notAddressed }
        let slot = member.record.slot
        let device = member.isActive ? member.record : successor(in: slot, log)
        guard let device else { throw .deviceGone }
        guard entry.rewraps[slot, default: 0] < rewrapLimit else { throw .tooOften }
        return RewrapTarget(account: log.account, device: device, lowest: grade)
    }

    private static func successor(in slot: SlotID, _ log: DeviceLog) -> DeviceRecord? {
        log.facts.activeDevices.first { $0.slot == slot }
    }

    private static func grow(
        _ logs: [AccountID: DeviceLog], by entries: [AccountID: [SignedLogEntry]]
    ) -> OutboxStep {
        var grown = logs
        var unknown: [AccountID] = []
        for (account, entries) in entries.sorted(by: { $0.key < $1.key }) {
            guard var log = logs[account], !entries.isEmpty else {
                unknown.append(account)
                continue
            }
            do throws(LogError) {
                try log.append(contentsOf: entries.filter { $0.entry.sequence > log.head.sequence })
            } catch {
                return .stop(
                    error.reason == .fork ? .forkedLog(account) : .falseLog(account, error))
            }
            // Entries that were all known say nothing about why the envelope was refused.
            if log.head == logs[account]?.head { unknown.append(account) }
            grown[account] = log
        }
        return unknown.isEmpty && !entries.isEmpty ? .sealAgain(grown) : .fetchLogs(unknown)
    }
}
