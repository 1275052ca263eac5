#if os(Linux)
internal import HoldfastWire

extension Relay {
    /// The longest wait for a message, in seconds: below what proxies give up after.
    private static let longestWait: Int64 = 55

    /// What waits for the session's device, at once or when something comes.
    func readInbox(
        _ request: RelayRequest, _ session: RelaySession, _ reply: Reply
    ) throws(RelayRefusal) {
        let numbers = try numbers(request, ["after", "wait"])
        let after = numbers["after"] ?? 0
        let wait = numbers["wait"] ?? 0
        guard wait > 0 else { return reply.send(try page(session, after)) }
        // Registered before the look, so that nothing can come unseen between the two.
        let deadline = clock.milliseconds() + min(wait, Self.longestWait) * 1_000
        let number = waiters.wait(session.device, of: session.account, until: deadline) {
            [self] in
            answer(reply) { () throws(RelayRefusal) in try self.page(session, after) }
        }
        guard let number else { throw refusal(.unavailable) }
        let found: RelayResponse?
        do throws(RelayRefusal) {
            found = try page(session, after, orNil: true)
        } catch {
            _ = waiters.cancel(number, session.device, of: session.account)
            throw error
        }
        guard let found else { return }
        if waiters.cancel(number, session.device, of: session.account) { reply.send(found) }
    }

    /// Something came for devices; those that wait here, and at other relays, hear of it.
    func wake(_ inboxes: [InboxName]) {
        waiters.wake(inboxes)
        storage.announce(inboxes)
    }

    /// Something came by another relay.
    func hear(_ news: InboxNews) {
        switch news {
        case .inbox(let inbox): waiters.wake([inbox])
        case .anything: waiters.wakeAll()
        }
    }

    /// The highest counter of the messages that came of the device: one that is behind it was set
    /// back, or runs twice.
    func readCounter(_ session: RelaySession) throws(RelayRefusal) -> RelayResponse {
        let counter = try read { (records) throws(StorageError) in
            try records.counter(of: session.device, in: session.account)
        }
        return RelayResponse(MessageCount(counter).bytes)
    }

    /// Forgets what the device has.
    func acknowledge(
        _ request: RelayRequest, _ session: RelaySession, _ reply: Reply
    ) throws(RelayRefusal) {
        let positions = try decode(request.body, Acknowledgement.init(decoding:)).positions
            .map { Int64(clamping: $0) }
        storage.write { (records) throws(StorageError) in
            try records.acknowledge(positions, of: session.device, in: session.account)
        } done: { [self] result in
            finish(reply, result) { _ in RelayResponse([]) }
        }
    }

    private func page(
        _ session: RelaySession, _ after: Int64
    ) throws(RelayRefusal) -> RelayResponse {
        guard let page = try page(session, after, orNil: false) else {
            throw failed("a page is missing")
        }
        return page
    }

    private func page(
        _ session: RelaySession, _ after: Int64, orNil: Bool
    ) throws(RelayRefusal) -> RelayResponse? {
        let now = clock.now()
        let found = try read { (records) throws(StorageError) -> (isIn: Bool, page: InboxPage?) in
            // It may have been put out while it waited.
            let standing = try records.standing(of: session.device, in: session.account)
            guard standing == .active else { return (false, nil) }
            let items = try records.inbox(
                of: session.device, in: session.account, after: after,
                atMost: InboxPage.itemLimit, byteCount: InboxPage.byteLimit - 65_536)
            if orNil, items.isEmpty { return (true, nil) }
            let prekeyCount = try records.oneTimePrekeyCount(
                of: session.device, in: session.account, at: now)
            return (
                true,
                InboxPage(
                    items: items.compactMap(InboxPage.Item.init),
                    prekeyCount: UInt16(clamping: prekeyCount))
            )
        }
        guard found.isIn else { throw try removed(from: session.account) }
        return found.page.map { RelayResponse($0.bytes) }
    }
}

extension InboxPage.Item {
    /// What lies in an inbox, as it is handed out: the device's part, then what all get.
    fileprivate init?(_ item: InboxItem) {
        guard let kind = InboxPage.Kind(rawValue: item.kind) else { return nil }
        self.init(
            position: UInt64(item.position), kind: kind, received: item.received,
            bytes: item.part + item.shared)
    }
}
#endif
