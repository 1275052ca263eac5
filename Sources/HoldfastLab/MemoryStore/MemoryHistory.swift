public import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

/// A history in memory that keeps every rule of a real one, for tests.
public actor MemoryHistory: MessageHistory, IdentityDatabase {
    private struct Name: Hashable {
        let sender: DeviceID
        let message: MessageID
    }

    private struct Counter: Hashable {
        let sender: DeviceID
        let number: UInt64
    }

    /// The messages that were opened, in the order in which they came.
    public private(set) var opened: [OpenedMessage] = []
    /// The notes of messages that could not be opened, in the order in which they came.
    public private(set) var failed: [FailedMessage] = []
    /// What is left of the prekeys that were used or removed.
    public private(set) var tombstones: [PrekeyID: PrekeyTombstone] = [:]
    private var known: [Name: KnownMessage] = [:]
    private var owners: [Counter: MessageID] = [:]
    private var floors: [DeviceID: UInt64] = [:]
    private var state: PrekeyState?
    private var rows: [PrekeyID: PrekeyRow] = [:]
    private var identity: [UInt8]?
    private let wallClock: any WallClock

    /// Makes an empty history.
    ///
    /// - Parameter wallClock: dates the tombstones.
    public init(wallClock: any WallClock = SystemWallClock()) {
        self.wallClock = wallClock
    }

    /// Forgets a device's messages, as a history does that keeps a bounded number of names.
    ///
    /// - Parameters:
    ///   - device: the device that sent them.
    ///   - counter: up to which of its counters no message is new any more.
    public func forget(_ device: DeviceID, upTo counter: UInt64) {
        floors[device] = counter
        known = known.filter { $0.key.sender != device }
    }

    /// What is remembered of a message.
    ///
    /// - Parameters:
    ///   - message: the message's name.
    ///   - sender: the device that sent it.
    ///   - counter: its counter.
    /// - Returns: what is remembered.
    /// - Throws: Nothing; a real history can.
    public func recollection(
        of message: MessageID, from sender: DeviceID, counter: UInt64
    ) async throws(KeychainError) -> Recollection {
        let owner = owners[Counter(sender: sender, number: counter)]
        return Recollection(
            known: known[Name(sender: sender, message: message)],
            counterOwner: owner == message ? nil : owner, floor: floors[sender] ?? 0)
    }

    /// Stores a message and uses its one-time prekey up.
    ///
    /// - Parameter message: the message.
    /// - Returns: what came of it.
    /// - Throws: Nothing; a real history can.
    public func commit(
        _ message: OpenedMessage
    ) async throws(KeychainError) -> CommitOutcome {
        if isOpened(message.header) { return .known }
        if let spent = message.spent {
            guard rows[spent] != nil else { return .prekeyGone }
            bury(PrekeyTombstone(spent, .used, removed: wallClock.now.seconds))
        }
        remember(message.header, isOpened: true)
        opened.append(message)
        return .stored
    }

    /// Notes a message that cannot be opened.
    ///
    /// - Parameter message: what is known of it.
    /// - Throws: Nothing; a real history can.
    public func commit(_ message: FailedMessage) async throws(KeychainError) {
        if isOpened(message.header) { return }
        remember(message.header, isOpened: false)
        failed.append(message)
    }

    /// What is kept beside the rows of the prekeys.
    ///
    /// - Returns: the state, or `nil` if there is none yet.
    /// - Throws: Nothing; a real history can.
    public func prekeyState() async throws(KeychainError) -> PrekeyState? { state }

    /// All rows of prekeys.
    ///
    /// - Returns: the rows, in any order.
    /// - Throws: Nothing; a real history can.
    public func prekeyRows() async throws(KeychainError) -> [PrekeyRow] { Array(rows.values) }

    /// What there is of one prekey.
    ///
    /// - Parameter id: the prekey.
    /// - Returns: its row or its tombstone, or `nil` if there was never such a prekey.
    /// - Throws: Nothing; a real history can.
    public func prekey(_ id: PrekeyID) async throws(KeychainError) -> PrekeyTrace? {
        rows[id].map(PrekeyTrace.row) ?? tombstones[id].map(PrekeyTrace.tombstone)
    }

    /// Makes a change of the prekeys.
    ///
    /// - Parameter change: the change.
    /// - Throws: Nothing; a real history can.
    public func apply(_ change: PrekeyChange) async throws(KeychainError) {
        state = change.state
        for row in change.rows where tombstones[row.id] == nil { rows[row.id] = row }
        for tombstone in change.removed { bury(tombstone) }
    }

    /// Reads the identity's entry.
    ///
    /// - Returns: its bytes, or `nil` if there is none.
    /// - Throws: Nothing; a real history can.
    public func readIdentity() async throws(KeychainError) -> [UInt8]? { identity }

    /// Replaces the identity's entry.
    ///
    /// - Parameter bytes: the entry.
    /// - Throws: Nothing; a real history can.
    public func writeIdentity(_ bytes: [UInt8]) async throws(KeychainError) { identity = bytes }

    private func isOpened(_ header: MessageHeader) -> Bool {
        known[Name(sender: header.sender.device, message: header.message)]?.isOpened == true
    }

    private func remember(_ header: MessageHeader, isOpened: Bool) {
        let sender = header.sender
        known[Name(sender: sender.device, message: header.message)] = KnownMessage(
            content: header.content, attempt: header.attempt, isOpened: isOpened)
        let counter = Counter(sender: sender.device, number: sender.counter)
        if owners[counter] == nil { owners[counter] = header.message }
    }

    private func bury(_ tombstone: PrekeyTombstone) {
        rows[tombstone.id] = nil
        if tombstones[tombstone.id] == nil { tombstones[tombstone.id] = tombstone }
    }
}
