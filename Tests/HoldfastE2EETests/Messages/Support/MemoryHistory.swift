import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// A history in memory whose process a strike can kill at any call.
actor MemoryHistory: MessageHistory {
    private struct Name: Hashable {
        let sender: DeviceID
        let message: MessageID
    }

    private static let deathError = KeychainError(.unknown, "the process died")

    private(set) var opened: [OpenedMessage] = []
    private(set) var failed: [FailedMessage] = []
    private(set) var tombstones: [PrekeyID: PrekeyTombstone] = [:]
    private var known: [Name: KnownMessage] = [:]
    private var counters: [DeviceID: [UInt64: MessageID]] = [:]
    private var floors: [DeviceID: UInt64] = [:]
    private var state: [UInt8]?
    private var rows: [PrekeyID: [UInt8]] = [:]
    private var death: (index: Int, isAfter: Bool)?
    private var isDead = false
    /// How many calls there were since the last birth.
    private(set) var callCount = 0

    /// Begins a process that dies at the call of that number, before or after its effect.
    func begin(dyingAt index: Int? = nil, isAfter: Bool = false) {
        death = index.map { ($0, isAfter) }
        isDead = false
        callCount = 0
    }
    func forget(_ device: DeviceID, upTo counter: UInt64) {
        floors[device] = counter
        known = known.filter { $0.key.sender != device }
    }

    func recollection(
        of message: MessageID, from sender: DeviceID, counter: UInt64
    ) async throws(KeychainError) -> Recollection {
        try call { () throws(KeychainError) in
            Recollection(
                known: known[Name(sender: sender, message: message)],
                counterOwner: counters[sender]?[counter].flatMap { $0 == message ? nil : $0 },
                floor: floors[sender] ?? 0)
        }
    }

    func commit(_ message: OpenedMessage) async throws(KeychainError) -> CommitOutcome {
        try call { () throws(KeychainError) in store(message) }
    }

    func commit(_ message: FailedMessage) async throws(KeychainError) {
        try call { () throws(KeychainError) in
            guard remember(message.header, isOpened: false) else { return }
            failed.append(message)
        }
    }

    func prekeyState() async throws(KeychainError) -> PrekeyState? {
        try call { () throws(KeychainError) in
            try state.map { (bytes) throws(KeychainError) in
                try read { () throws(WireError) in try PrekeyState(bytes) }
            }
        }
    }

    func prekeyRows() async throws(KeychainError) -> [PrekeyRow] {
        try call { () throws(KeychainError) in
            var all: [PrekeyRow] = []
            for bytes in rows.values {
                all.append(try read { () throws(WireError) in try PrekeyRow(bytes) })
            }
            return all
        }
    }

    func prekey(_ id: PrekeyID) async throws(KeychainError) -> PrekeyTrace? {
        try call { () throws(KeychainError) in
            if let bytes = rows[id] {
                return .row(try read { () throws(WireError) in try PrekeyRow(bytes) })
            }
            return tombstones[id].map(PrekeyTrace.tombstone)
        }
    }

    func apply(_ change: PrekeyChange) async throws(KeychainError) {
        try call { () throws(KeychainError) in
            state = change.state.bytes
            for row in change.rows where tombstones[row.id] == nil { rows[row.id] = row.bytes }
            for tombstone in change.removed {
                rows[tombstone.id] = nil
                tombstones[tombstone.id] = tombstone
            }
        }
    }

    private func call<R>(
        _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        defer { callCount += 1 }
        let isNow = death?.index == callCount
        if isNow { isDead = true }
        if isDead, !(isNow && death?.isAfter == true) { throw Self.deathError }
        let answer = try body()
        if isNow { throw Self.deathError }
        return answer
    }

    private func store(_ message: OpenedMessage) -> CommitOutcome {
        let name = Name(
            sender: message.header.sender.device, message: message.header.message)
        if known[name]?.isOpened == true { return .known }
        if let spent = message.spent, rows[spent] == nil { return .prekeyGone }
        _ = remember(message.header, isOpened: true)
        opened.append(message)
        if let spent = message.spent {
            rows[spent] = nil
            tombstones[spent] = PrekeyTombstone(spent, .used, removed: MessageTime.now)
        }
        return .stored
    }

    private func remember(_ header: MessageHeader, isOpened: Bool) -> Bool {
        let name = Name(sender: header.sender.device, message: header.message)
        guard known[name]?.isOpened != true else { return false }
        known[name] = KnownMessage(
            content: header.content, attempt: header.attempt, isOpened: isOpened)
        counters[header.sender.device, default: [:]][header.sender.counter] = header.message
        return true
    }

    private func read<R>(_ body: () throws(WireError) -> R) throws(KeychainError) -> R {
        do throws(WireError) {
            return try body()
        } catch {
            throw KeychainError(.dataCorrupted, "a row cannot be read (\(error.field))")
        }
    }
}
