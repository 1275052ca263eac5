/// The keystore of a simulated Android phone: keys by app and alias, and what ends them.
struct SimulatedKeystore: Sendable {
    let profile: AndroidProfile

    init(_ profile: AndroidProfile) {
        self.profile = profile
    }

    /// Changes what an event changes here, and in the device what follows from it.
    mutating func apply(
        _ event: PhoneEvent, before: DeviceState, _ device: inout DeviceState
    ) {}
}
