public import HoldfastAndroid

extension AppProcess {
    /// The Android platform as this process reaches it.
    ///
    /// The phone is an Android phone; on an iPhone the program ends here. A ``LabStore`` that asks
    /// for it is `on: [.android]`.
    public var android: AndroidPlatform {
        guard case .android(let profile) = phone.profile else {
            preconditionFailure(
                "an iPhone has no Android platform; a LabStore for it is on: [.android]")
        }
        return AndroidPlatform(
            keystore: SimulatedKeystoreCalls(process: self, profile: profile),
            biometricPrompt: SimulatedBiometricPrompt(process: self, profile: profile),
            device: SimulatedAndroidDevice(process: self, profile: profile),
            ledgerContainer: SimulatedContainer(self, .local),
            container: SimulatedContainer(self, .credentialProtected),
            random: ProcessRandom(process: self), clock: PhoneClock(phone: phone))
    }
}
