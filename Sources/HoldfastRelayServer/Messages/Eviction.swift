#if os(Linux)
internal import HoldfastWire

/// What is done about a device that is out: those whose messages it had not fetched are told which, so
/// that nothing vanishes silently (P9), and what was kept for it goes once it is out for good.
struct Eviction: Sendable {
    /// The account.
    let account: AccountID
    /// The device.
    let device: DeviceID
    /// When, in seconds since 1970.
    let time: Int64

    /// Removes what is kept, and tells the senders.
    ///
    /// - Returns: the inboxes that something came into.
    /// - Throws: ``StorageError``.
    func run(_ records: any RelayRecords) throws(StorageError) -> [InboxName] {
        let woken = try tell(records)
        _ = try records.drop(device, of: account)
        return woken
    }

    /// Puts a notice into the inboxes of the senders, and removes nothing.
    ///
    /// A sender whose inbox is full gets none; it learns of the device by the account's log.
    ///
    /// - Returns: the inboxes that something came into.
    /// - Throws: ``StorageError``.
    func tell(_ records: any RelayRecords) throws(StorageError) -> [InboxName] {
        let fronts = try records.waitingFronts(of: device, in: account)
        var woken: [InboxName] = []
        for (sender, messages) in try Self.bySender(fronts) {
            guard try records.standing(of: sender.device, in: sender.account) == .active else {
                continue
            }
            for notice in try notices(messages) {
                let item = OutgoingItem(
                    kind: InboxPage.Kind.rewrap.rawValue, part: notice.bytes, received: time)
                if try records.deliver(item, to: sender.device, of: sender.account) {
                    woken.append(sender)
                }
            }
        }
        return woken
    }

    /// The messages of each sender, the senders in the order of their names.
    private static func bySender(
        _ fronts: [[UInt8]]
    ) throws(StorageError) -> [(sender: InboxName, messages: Set<MessageID>)] {
        var messages: [InboxName: Set<MessageID>] = [:]
        for front in fronts {
            let header: MessageHeader
            do throws(WireError) {
                header = try SealedMessage.header(ofFront: front)
            } catch {
                throw StorageError(reason: .failed, message: "a stored message cannot be read")
            }
            let name = InboxName(account: header.sender.account, device: header.sender.device)
            messages[name, default: []].insert(header.message)
        }
        return messages.sorted { ($0.key.account, $0.key.device) < ($1.key.account, $1.key.device) }
            .map { (sender: $0.key, messages: $0.value) }
    }

    private func notices(
        _ messages: Set<MessageID>
    ) throws(StorageError) -> [RewrapNotice] {
        var rest = messages.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }[...]
        var notices: [RewrapNotice] = []
        while !rest.isEmpty {
            let part = Array(rest.prefix(RewrapNotice.limit))
            rest = rest.dropFirst(part.count)
            do throws(WireError) {
                notices.append(
                    try RewrapNotice(account: account, device: device, messages: part))
            } catch {
                throw StorageError(reason: .failed, message: "a notice cannot be written")
            }
        }
        return notices
    }
}
#endif
