import HoldfastCore

/// The clock of a simulated phone that people can set.
struct PhoneClock: WallClock {
    let phone: SimulatedPhone

    var now: UnixTime { UnixTime(seconds: phone.state.withLock { $0.device.clockSeconds }) }
}
