#if os(Linux)
public import HoldfastCore
public import HoldfastWire

extension HistoryDatabase {
    /// The most entries that one call reads.
    public static let pageLimit = 500

    /// All conversations.
    ///
    /// - Returns: the conversations, the newest first.
    /// - Throws: what kept the history from answering.
    public func conversations() async throws(KeychainError) -> [Conversation] {
        try await reading { (rows) throws(KeychainError) in
            try rows.conversations().sorted {
                ($1.latest, $1.account) < ($0.latest, $0.account)
            }
        }
    }

    /// Entries behind a place, in order: what an app reads that has shown all up to there.
    ///
    /// With ``Conversation/taken`` as the place, and ``take(_:upTo:)`` once they are shown, each
    /// message gets to the person once, whatever dies in between.
    ///
    /// - Parameters:
    ///   - account: whose conversation.
    ///   - place: the place before the first wanted one; 0 for the beginning.
    ///   - limit: how many places are looked at, 1 to ``pageLimit``; those that were left have no
    ///     entry.
    /// - Returns: the entries, the oldest first.
    /// - Throws: what kept the history from answering.
    public func entries(
        of account: AccountID, after place: UInt64, limit: Int = 50
    ) async throws(KeychainError) -> [ConversationEntry] {
        try await reading { (rows) throws(KeychainError) in
            guard let conversation = try rows.conversation(account) else { return [] }
            let count = UInt64(max(1, min(limit, Self.pageLimit)))
            guard place < conversation.placeCount else { return [] }
            let last = place + min(count, conversation.placeCount - place)
            return try rows.entries(of: account, in: (place + 1)...last)
        }
    }

    /// Entries before a place: what an app reads that shows the newest first.
    ///
    /// - Parameters:
    ///   - account: whose conversation.
    ///   - place: the place behind the last wanted one; `nil` for the newest.
    ///   - limit: how many places are looked at, 1 to ``pageLimit``.
    /// - Returns: the entries, the oldest first.
    /// - Throws: what kept the history from answering.
    public func entries(
        of account: AccountID, before place: UInt64? = nil, limit: Int = 50
    ) async throws(KeychainError) -> [ConversationEntry] {
        try await reading { (rows) throws(KeychainError) in
            guard let conversation = try rows.conversation(account) else { return [] }
            let end = min(place ?? .max, conversation.placeCount + 1)
            guard end > 1 else { return [] }
            let count = UInt64(max(1, min(limit, Self.pageLimit)))
            return try rows.entries(of: account, in: (end - min(count, end - 1))...(end - 1))
        }
    }

    /// Takes in that the app has shown a conversation's entries, durably.
    ///
    /// - Parameters:
    ///   - account: whose conversation.
    ///   - place: the newest place that was shown; an older one than before changes nothing.
    /// - Throws: what kept the history from writing; nothing was changed.
    public func take(_ account: AccountID, upTo place: UInt64) async throws(KeychainError) {
        try await changing { (rows) throws(KeychainError) in
            try rows.take(account, upTo: place)
        }
    }
}

extension HistoryRows {
    /// All conversations, in any order.
    func conversations() throws(KeychainError) -> [Conversation] {
        var all: [Conversation] = []
        for value in try values(.conversation) {
            all.append(try stored { () throws(WireError) in try Conversation(value.clear) })
        }
        return all
    }

    func conversation(_ account: AccountID) throws(KeychainError) -> Conversation? {
        guard let value = try value(.conversation, account.bytes) else { return nil }
        return try stored { () throws(WireError) in try Conversation(value.clear) }
    }

    func put(_ conversation: Conversation) throws(KeychainError) {
        try put(
            .conversation, conversation.account.bytes, RowValue(clear: conversation.bytes))
    }

    /// Gives a message the next place of a conversation.
    ///
    /// - Returns: the place.
    func append(
        _ content: PlaceContent, to account: AccountID, at now: Int64
    ) throws(KeychainError) -> UInt64 {
        var conversation =
            try conversation(account)
            ?? Conversation(
                account: account, placeCount: 0, taken: 0, unreadCount: 0, latest: now)
        conversation.placeCount += 1
        conversation.latest = now
        if case .received = content { conversation.unreadCount += 1 }
        let place = conversation.placeCount
        try put(.place, Self.name(of: place, in: account), RowValue(clear: content.bytes))
        try put(conversation)
        return place
    }

    /// Takes in that entries were shown.
    func take(_ account: AccountID, upTo place: UInt64) throws(KeychainError) {
        guard var conversation = try conversation(account) else { return }
        let end = min(place, conversation.placeCount)
        guard end > conversation.taken else { return }
        for place in (conversation.taken + 1)...end {
            guard case .received = try content(of: account, at: place) else { continue }
            conversation.unreadCount -= 1
        }
        conversation.taken = end
        try put(conversation)
    }

    /// Leaves a place empty whose message gets another.
    func leave(_ place: UInt64, of account: AccountID) throws(KeychainError) {
        guard var conversation = try conversation(account) else { throw .damagedHistory }
        if place > conversation.taken {
            conversation.unreadCount -= 1
            try put(conversation)
        }
        try put(
            .place, Self.name(of: place, in: account),
            RowValue(clear: PlaceContent.left.bytes))
    }

    /// What stands in a place that the conversation has.
    func content(
        of account: AccountID, at place: UInt64
    ) throws(KeychainError) -> PlaceContent {
        guard let value = try value(.place, Self.name(of: place, in: account)) else {
            throw .damagedHistory
        }
        return try stored { () throws(WireError) in try PlaceContent(value.clear) }
    }

    func entries(
        of account: AccountID, in places: ClosedRange<UInt64>
    ) throws(KeychainError) -> [ConversationEntry] {
        var entries: [ConversationEntry] = []
        for place in places {
            switch try content(of: account, at: place) {
            case .left: continue
            case .received(let sender, let message):
                guard let message = try received(message, from: sender) else {
                    throw .damagedHistory
                }
                entries.append(ConversationEntry(place: place, message: .received(message)))
            case .sent(let message):
                guard let message = try outgoing(message) else { throw .damagedHistory }
                entries.append(ConversationEntry(place: place, message: .sent(message)))
            }
        }
        return entries
    }

    private static func name(of place: UInt64, in account: AccountID) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(account.bytes)
            writer.put(place)
        }
    }
}
#endif
