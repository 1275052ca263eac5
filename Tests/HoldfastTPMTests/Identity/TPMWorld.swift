#if os(Linux) && TPM
import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire

@testable import HoldfastLinux

/// A machine with a vault whose identity's keys are in a TPM, an app's folder, and a server.
final class TPMWorld {
    let tpm: SoftwareTPM
    let person = PINPerson()
    let directory: MemoryDirectory
    let container: DirectoryContainer
    private let folder: Folder
    private var configuration: VaultConfiguration

    init(_ directory: MemoryDirectory = MemoryDirectory()) throws {
        self.directory = directory
        tpm = try SoftwareTPM()
        folder = try Folder()
        container = DirectoryContainer(path: folder.path + "/app")
        configuration = VaultConfiguration(
            location: VaultLocation(
                directory: folder.path + "/vault", stateDirectory: folder.path + "/state"))
        configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
        configuration.passcodeIterations = 1
        configuration.keepKeysInProcess()
    }

    /// The key store of a new process.
    func keys() throws -> TPMKeyStore {
        try TPMKeyStore(
            over: LinuxVault(configuration),
            TPMConfiguration(address: tpm.address, pinSource: person))
    }

    /// The identity in a new process; its person types a PIN for what needs one.
    func identity() throws -> DeviceIdentity { DeviceIdentity(try parts(directory)) }

    /// What the identity works with, over a server of its own or another's.
    func parts(_ directory: MemoryDirectory) throws -> IdentityParts {
        IdentityParts(
            keys: try keys(), store: LinuxVault(configuration),
            database: ContainerIdentityDatabase(container), directory: directory,
            container: container, keyStorage: .tpmRequired, presence: .devicePasscode,
            pause: .zero)
    }

    /// An identity that was opened with the person there.
    func opened(_ account: AccountID? = nil) async throws -> DeviceIdentity {
        let identity = try identity()
        _ = try await identity.open(.foreground, account: account)
        return identity
    }

    /// Begins an account.
    func begin(recovery: P256PublicKey? = nil) async throws -> IdentityRecord {
        try await opened().begin(named: "desktop", recovery: recovery)
    }

    /// Another TPM is in the machine from now on, or the first one again.
    func swap(to state: String) throws {
        try tpm.kill()
        try tpm.start(state: state)
    }
}
#endif
