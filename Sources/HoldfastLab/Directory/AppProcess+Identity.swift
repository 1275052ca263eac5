import HoldfastAndroid
import HoldfastApple
import HoldfastCore
public import HoldfastE2EE

extension AppProcess {
    /// What a device's identity works with in this process: the platform's own key store and items,
    /// the app's folder, and a server behind a line that can break.
    ///
    /// Without a Secure Enclave the keys are items of the keychain; before Android 12 the agreement
    /// key is an item of the vault, since the Keystore cannot agree.
    ///
    /// - Parameter directory: the server.
    /// - Returns: the parts, with the phone's clock, the process's random bytes and no pause.
    public func identityParts(_ directory: MemoryDirectory) -> IdentityParts {
        identityParts(directory, over: LabStore.good(on: phone.profile.phoneSystem).open(in: self))
    }

    /// The same over a store that was opened in this process, which may record or lie.
    func identityParts(_ directory: MemoryDirectory, over store: any ItemStore) -> IdentityParts {
        let keys = deviceKeys(beside: (store as? RecordingStore)?.base ?? store)
        return IdentityParts(
            keys: keys.signing, agreementKeys: keys.agreement, store: store,
            database: ContainerIdentityDatabase(appFolder),
            directory: SimulatedDirectory(self, directory), container: appFolder,
            random: ProcessRandom(process: self), wallClock: PhoneClock(phone: phone),
            pause: .zero)
    }

    private func deviceKeys(
        beside store: any ItemStore
    ) -> (signing: any DeviceKeyStore, agreement: any DeviceKeyStore) {
        let random = ProcessRandom(process: self)
        switch phone.profile {
        case .iOS(let profile):
            let keychain = store as? AppleKeychain ?? AppleKeychain(apple, random: random)
            let keys: any DeviceKeyStore =
                profile.hasSecureEnclave
                ? EnclaveKeyStore(beside: keychain) : SoftwareKeyStore(over: store, random: random)
            return (keys, keys)
        case .android:
            let vault = store as? AndroidVault ?? AndroidVault(android)
            let keys = KeystoreKeyStore(over: vault)
            let agrees = keys.capabilities.uses.contains(.keyAgreement)
            return (keys, agrees ? keys : vault.softwareKeys(random: random))
        }
    }
}
