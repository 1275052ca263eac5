#if os(Linux) && TPM
import HoldfastCore
import HoldfastLinux

extension VaultDevice {
    /// What makes and keeps the device's keys: the TPM where there is one, else the vault.
    static func keys(
        over vault: LinuxVault, _ session: Session
    ) throws(KeychainError) -> any DeviceKeyStore {
        var configuration = TPMConfiguration(
            pinSource: AskedPasscode(supplied: nil, terminal: session.terminal))
        if let address = try session.environment.text(TPMConfiguration.variable), !address.isEmpty {
            configuration.address = address
        }
        return try TPMKeyStore(over: vault, configuration)
    }
}
#endif
