#if os(Linux) && TPM
import CrashSupport
import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLinux

/// A place for a vault whose device secret a TPM of the test's own seals.
final class SealedPlace {
    let tpm: SoftwareTPM
    private let folder: Folder
    private let keys = ProcessKeyCache(clock: SystemVaultClock())

    init() throws {
        tpm = try SoftwareTPM()
        folder = try Folder()
    }

    var directory: String { folder.path + "/vault" }
    var stateDirectory: String { folder.path + "/state" }

    /// A new object on the vault, as another process would have.
    ///
    /// - Parameter address: another TPM than the place's own.
    /// - Returns: the object; nothing is opened yet.
    /// - Throws: `INVALID_ARGUMENT` if that is no address.
    func open(address: String? = nil) throws -> LinuxVault {
        var configuration = VaultConfiguration(
            location: VaultLocation(directory: directory, stateDirectory: stateDirectory))
        configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
        configuration.passcodeIterations = 1
        configuration.keyCache = keys
        configuration.sealer = try TPMSealer(TPMConfiguration(address: address ?? tpm.address))
        return LinuxVault(configuration)
    }
}
#endif
