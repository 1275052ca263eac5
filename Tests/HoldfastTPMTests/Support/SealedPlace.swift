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
    /// - Parameters:
    ///   - address: another TPM than the place's own.
    ///   - timeLimit: how long the TPM may take.
    /// - Returns: the object; nothing is opened yet.
    /// - Throws: `INVALID_ARGUMENT` if that is no address.
    func open(
        address: String? = nil, timeLimit: Duration = TPMConfiguration().timeLimit
    ) throws -> LinuxVault {
        var configuration = VaultConfiguration(
            location: VaultLocation(directory: directory, stateDirectory: stateDirectory))
        configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
        configuration.passcodeIterations = 1
        configuration.keyCache = keys
        var hardware = TPMConfiguration(address: address ?? tpm.address)
        hardware.timeLimit = timeLimit
        configuration.sealer = try TPMSealer(hardware)
        return LinuxVault(configuration)
    }
}
#endif
