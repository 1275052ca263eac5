public import HoldfastApple

extension AppProcess {
    /// Everything that a backend for Apple reaches, on this phone.
    ///
    /// The phone is an iPhone; on an Android phone the program ends here. A ``LabStore`` that asks
    /// for it is `on: [.iOS]`.
    public var apple: ApplePlatform {
        guard case .iOS = phone.profile else {
            preconditionFailure(
                "an Android phone has no keychain of Apple's; a LabStore for it is on: [.iOS]")
        }
        return ApplePlatform(
            secItem: SimulatedSecItem(process: self),
            secureEnclave: SimulatedSecureEnclave(process: self),
            device: SimulatedAppleDevice(process: self),
            container: SimulatedContainer(self, .local),
            backedUpContainer: SimulatedContainer(self, .backedUp),
            clock: PhoneClock(phone: phone))
    }
}
