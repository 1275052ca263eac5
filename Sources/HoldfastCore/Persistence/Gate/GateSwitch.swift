import HoldfastCrypto

/// The remote switch of write gates: on, unless a configuration that was fetched says off.
///
/// A configuration that could not be fetched, or does not say, leaves gates on. Each period in which
/// they are off is counted and reported, so that nobody forgets to switch them on again.
public final class GateSwitch: Sendable {
    private let state = Locked(State())
    private let telemetry: any PersistenceTelemetry
    private let category: ItemCategory

    /// Makes a switch that is on.
    ///
    /// - Parameters:
    ///   - category: under what the periods are reported.
    ///   - telemetry: told when gates go off and on again.
    public init(
        category: ItemCategory = "gate", telemetry: any PersistenceTelemetry = NoTelemetry()
    ) {
        self.category = category
        self.telemetry = telemetry
    }

    /// Whether gates are on.
    public var isOn: Bool { state.withLock { $0.isOn } }

    /// How many times gates went from on to off.
    public var disabledPeriodCount: Int { state.withLock { $0.disabledPeriodCount } }

    /// Applies what a fetched configuration says.
    ///
    /// - Parameter fetched: `false` switches gates off; `true` and `nil` (nothing was fetched, or
    ///   nothing was said) switch them on.
    public func apply(_ fetched: Bool?) {
        guard let isOn = state.withLock({ $0.apply(fetched) }) else { return }
        telemetry.record(PersistenceEvent(isOn ? .gateEnabled : .gateDisabled, category))
    }

    /// The decisions, without the lock and the report.
    struct State: Sendable {
        private(set) var isOn = true
        private(set) var disabledPeriodCount = 0

        /// - Returns: the new position if it changed.
        mutating func apply(_ fetched: Bool?) -> Bool? {
            let wanted = fetched ?? true
            guard wanted != isOn else { return nil }
            isOn = wanted
            if !wanted { disabledPeriodCount += 1 }
            return wanted
        }
    }
}
