#if os(Linux)
internal import HoldfastWire

/// An account's log as the relay has verified it, with the times at which its entries came.
struct KnownLog: Sendable {
    /// The log.
    private(set) var log: DeviceLog
    /// When each entry came, by the relay's clock.
    private(set) var received: [Int64]

    /// Begins with an account's first entry.
    init(_ genesis: SignedLogEntry, received: Int64) throws(LogError) {
        log = try DeviceLog(genesis: genesis)
        self.received = [received]
    }

    /// Takes the next entry in, if it may do what it does at the time when it came.
    mutating func append(_ entry: SignedLogEntry, received time: Int64) throws(LogError) {
        let times = received
        try log.append(entry) { pending in
            // Never negative, whatever was done to the clock.
            UInt64(max(0, time - times[Int(pending.entry.sequence)]))
        }
        received.append(time)
    }

    /// What the log says of each of its devices.
    var standings: [DeviceID: DeviceStanding] {
        let waiting = Dictionary(
            log.pending.map { ($0.entry.sequence, $0.delay) },
            uniquingKeysWith: { first, _ in first })
        return log.facts.members.mapValues { member in
            guard case .removed(let sequence, _, _) = member.standing else { return .active }
            guard let delay = waiting[sequence] else { return .removed }
            return .suspended(until: received[Int(sequence)] + Int64(delay.rawValue))
        }
    }

    /// The devices of which another log says something else.
    func changes(to other: KnownLog) -> [(device: DeviceID, standing: DeviceStanding)] {
        let before = standings
        return other.standings.filter { before[$0.key] != $0.value }
            .map { (device: $0.key, standing: $0.value) }
    }

    /// Whether an active device has the place that another one had.
    func hasSuccessor(of device: DeviceID) -> Bool {
        guard let slot = log.facts.members[device]?.record.slot else { return false }
        return log.facts.activeDevices.contains { $0.slot == slot && $0.id != device }
    }
}
#endif
