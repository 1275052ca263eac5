#if os(Linux)
import HoldfastCore
import HoldfastRecovery

/// Yields all messages, conversation after conversation, each from its beginning.
actor MessageCursor: BackupCursor {
    private let snapshot: HistorySnapshot
    private var conversations: ArraySlice<Conversation>?
    private var place: UInt64 = 0

    init(_ snapshot: HistorySnapshot) { self.snapshot = snapshot }

    func next() async throws(KeychainError) -> [BackupRecord] {
        var rest = try await conversationsLeft()
        defer { conversations = rest }
        while let conversation = rest.first {
            let (account, start) = (conversation.account, place)
            let end = conversation.placeCount
            let batch = try await snapshot.reading { (rows) throws(KeychainError) in
                try rows.records(of: account, after: start, upTo: end)
            }
            place = batch?.place ?? end
            if place >= end {
                rest = rest.dropFirst()
                place = 0
            }
            if let records = batch?.records, !records.isEmpty { return records }
        }
        return []
    }

    /// In the order of the accounts: the order in which they spoke last would move them.
    private func conversationsLeft() async throws(KeychainError) -> ArraySlice<Conversation> {
        if let conversations { return conversations }
        let all = try await snapshot.reading { (rows) throws(KeychainError) in
            try rows.conversations().sorted { $0.account < $1.account }
        }
        return (all ?? [])[...]
    }
}
#endif
