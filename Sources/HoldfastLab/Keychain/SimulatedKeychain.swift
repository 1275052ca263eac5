/// The keychain of a simulated iPhone: the rows and the class keys that securityd keeps.
struct SimulatedKeychain: Sendable {
    let profile: IOSProfile

    init(_ profile: IOSProfile) {
        self.profile = profile
    }

    /// Changes what an event changes here, and in the device what follows from it.
    mutating func apply(
        _ event: PhoneEvent, before: DeviceState, _ device: inout DeviceState
    ) {}
}
