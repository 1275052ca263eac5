public import HoldfastCore
public import HoldfastWire

/// What is to be done with this device's prekeys at a start and after each one that was used.
///
/// A pure function of what there is and of two clocks. Nothing is given up by one clock alone, as a
/// device whose clock has jumped to another decade would give up all.
public struct PrekeyPlan: Sendable, Hashable {
    /// How many one-time prekeys to make.
    public private(set) var oneTimeCount = 0
    /// Whether the server is to drop those that it has: it offers some that are not here.
    public private(set) var replacesOneTime = false
    /// Whether to make a signed prekey.
    public private(set) var makesSigned = false
    /// Prekeys whose time is over.
    public private(set) var retired: [PrekeyID] = []
    /// Whether a new epoch begins.
    public private(set) var beginsEpoch = false
    /// By how many seconds this device's clock is ahead of the server's, if that is too much.
    ///
    /// Nothing is made or given up then, and the person is told to set the clock.
    public private(set) var clockSkew: Int64?

    /// Plans.
    ///
    /// - Parameters:
    ///   - rows: the prekeys that there are.
    ///   - state: what is kept beside them; `nil` if there are none yet.
    ///   - stock: what the server has; `nil` if it was not asked.
    ///   - now: this device's clock.
    ///   - serverTime: the server's clock; `nil` if it was not asked.
    ///   - schedule: the times.
    public init(
        rows: [PrekeyRow], state: PrekeyState?, stock: PrekeyStock?, now: UnixTime,
        serverTime: UnixTime?, schedule: PrekeySchedule = PrekeySchedule()
    ) {
        if let serverTime {
            let skew = now.seconds.secondsSince(serverTime.seconds)
            if skew.magnitude > UInt64(schedule.clockTolerance) {
                clockSkew = skew
                return
            }
            retired = rows.filter { Self.isOver($0, now.seconds, schedule) }.map(\.id)
            if let state {
                beginsEpoch = now.seconds.secondsSince(state.epochBegan) >= schedule.epochPeriod
            }
        }
        // What waits to be uploaded comes first: the server's stock does not show it yet.
        guard state?.uploads.isEmpty ?? true else { return }
        // A clock that nobody has compared with another one replaces nothing.
        let known = serverTime.map { _ in now.seconds }
        planOneTime(rows, stock, known, schedule)
        planSigned(rows, stock, known, schedule)
    }

    private mutating func planOneTime(
        _ rows: [PrekeyRow], _ stock: PrekeyStock?, _ now: Int64?, _ schedule: PrekeySchedule
    ) {
        let live = rows.filter { $0.grade == .oneTime && $0.replaced == nil }
        guard let stock else {
            if live.isEmpty { oneTimeCount = schedule.oneTimeCount }
            return
        }
        let isDated = live.allSatisfy {
            $0.isDated(now, leaving: schedule.signedPeriod, schedule)
        }
        guard isDated, Set(live.map(\.id)).isSuperset(of: stock.oneTime) else {
            replacesOneTime = true
            oneTimeCount = schedule.oneTimeCount
            return
        }
        if stock.oneTime.count < schedule.oneTimeLowWater {
            oneTimeCount = schedule.oneTimeCount - stock.oneTime.count
        }
    }

    private mutating func planSigned(
        _ rows: [PrekeyRow], _ stock: PrekeyStock?, _ now: Int64?, _ schedule: PrekeySchedule
    ) {
        let current = rows.first { $0.grade == .signed && $0.replaced == nil }
        guard let current else {
            makesSigned = true
            return
        }
        let isDated = current.isDated(
            now, leaving: schedule.validity - schedule.signedPeriod, schedule)
        let isOther = stock.map { $0.signed != current.id } ?? false
        makesSigned = !isDated || isOther
    }

    private static func isOver(
        _ row: PrekeyRow, _ now: Int64, _ schedule: PrekeySchedule
    ) -> Bool {
        let last = min(row.replaced ?? .max, row.notAfter)
        return now.secondsSince(last) > schedule.longestDelay
    }
}

extension PrekeyRow {
    /// Whether senders can use it now and for some time; it cannot if it was made while the device's
    /// clock was in another year.
    fileprivate func isDated(
        _ now: Int64?, leaving time: Int64, _ schedule: PrekeySchedule
    ) -> Bool {
        guard let now else { return true }
        let left = notAfter.secondsSince(now)
        return left > time && left <= schedule.validity + schedule.clockTolerance
    }
}
