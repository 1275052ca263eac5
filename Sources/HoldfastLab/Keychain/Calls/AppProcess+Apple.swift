public import HoldfastApple

extension AppProcess {
    /// Everything that a backend for Apple reaches, on this phone; only on an iPhone.
    public var apple: ApplePlatform {
        guard case .iOS = phone.profile else {
            preconditionFailure("an Android phone has no keychain of Apple's")
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
