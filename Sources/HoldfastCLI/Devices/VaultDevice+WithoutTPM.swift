#if !os(Linux) || !TPM
import HoldfastCore
import HoldfastLinux

extension VaultDevice {
    /// What makes and keeps the device's keys: the vault.
    static func keys(
        over vault: LinuxVault, _ session: Session
    ) throws(KeychainError) -> any DeviceKeyStore {
        SoftwareKeyStore(over: vault)
    }

    /// What a new key for the person asks for: the vault's passcode, if it has one.
    static func presence(_ status: VaultStatus, _ session: Session) -> AccessControl? {
        status.hasPasscode ? .devicePasscode : nil
    }
}
#endif
