public import HoldfastWire

/// Whether a message was wrapped for all of this account's devices that there were, as far as the
/// sender says that it knew the account's log.
public enum Completeness: Sendable, Hashable {
    /// For all that there are.
    case complete
    /// For all that there were at an older place of the log; these were added since.
    case beforeAdded([DeviceID])
    /// These devices were there and are left out: somebody hid them from the sender, or the sender
    /// left them out.
    case leftOut([DeviceID])
    /// The message was wrapped again for some of the devices, and not for these.
    case again(notFor: [DeviceID])
    /// The message was wrapped for devices that were not, or no longer, the account's.
    case surplus([DeviceID])
    /// The sender knows a place of the log that this device does not: fetch the log, and ask again.
    case unknownPlace
    /// The sender was shown another log of this account.
    case forked
}

/// Computes it; what is the same for every message is computed once.
struct CompletenessJudge: Sendable {
    private let log: DeviceLog
    private let account: AccountID
    /// All devices that there are now, their ids one behind the other, and the hash of them.
    private let current: [DeviceID]
    private let currentIDs: [UInt8]
    private let currentHash: [UInt8]

    init(_ log: DeviceLog) {
        self.log = log
        account = log.account
        current = log.facts.activeDevices.map(\.id)
        currentIDs = current.flatMap(\.bytes)
        currentHash = RecipientAccount.hash(of: current)
    }

    /// Judges a message whose header and delivery were verified.
    func judge(
        _ delivery: Delivery, _ header: MessageHeader
    ) throws(MessageFault) -> Completeness {
        let recipient = delivery.recipient
        let isFromSelf = header.sender.account == account
        switch log.relation(to: recipient.head) {
        case .newer: return .unknownPlace
        case .forked: return .forked
        // To compare is faster than to hash and to read, and says the same.
        case .same
        where !isFromSelf && recipient.devices == currentHash && delivery.lists(currentIDs):
            return .complete
        case .same, .older: break
        }
        let sender = isFromSelf ? header.sender.device : nil
        let expected = Set(devices(at: recipient.head.sequence).filter { $0 != sender })
        let given = Set(try delivery.devices())
        let missing = expected.subtracting(given).sorted()
        let surplus = given.subtracting(expected).sorted()
        if !missing.isEmpty {
            return header.attempt > 0 ? .again(notFor: missing) : .leftOut(missing)
        }
        if !surplus.isEmpty { return .surplus(surplus) }
        let added = current.filter { !given.contains($0) && $0 != sender }
        return added.isEmpty ? .complete : .beforeAdded(added)
    }

    /// The devices at a place, as the log tells it now: what was undone since never was.
    private func devices(at place: UInt64) -> [DeviceID] {
        log.facts.members.filter { _, member in
            guard member.since <= place else { return false }
            guard case .removed(let removal, _, _) = member.standing else { return true }
            return removal > place
        }.map(\.key)
    }
}
