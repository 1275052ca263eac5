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
}
#endif
