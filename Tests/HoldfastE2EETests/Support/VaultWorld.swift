#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

@testable import HoldfastLab
@testable import HoldfastLinux

/// A machine with a vault, an app with its folder, and a server.
final class VaultWorld {
    let directory: MemoryDirectory
    private(set) var container = MemoryContainer()
    private let path: String
    private var keys = ProcessKeyCache(clock: SystemVaultClock())

    init(directory: MemoryDirectory = MemoryDirectory()) throws {
        self.directory = directory
        var template = Array("/tmp/holdfast-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw KeychainError(.unknown, "no folder") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for folder in ["vault", "state"] {
            let folder = "\(path)/\(folder)"
            guard let entries = opendir(folder) else { continue }
            while let entry = readdir(entries) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                unlink("\(folder)/\(name)")
            }
            closedir(entries)
            rmdir(folder)
        }
        rmdir(path)
    }

    static func settled() async throws -> (VaultWorld, IdentityRecord) {
        let world = try VaultWorld()
        let identity = world.identity()
        _ = try await identity.open(.foreground)
        return (world, try await identity.begin(named: "desktop", recovery: nil))
    }

    /// The vault as a new process opens it; nobody answers a prompt.
    func vault() -> LinuxVault {
        var configuration = VaultConfiguration(
            location: VaultLocation(directory: path + "/vault", stateDirectory: path + "/state"))
        configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
        configuration.passcodeIterations = 1
        configuration.keyCache = keys
        return LinuxVault(configuration)
    }

    func identity() -> DeviceIdentity {
        let vault = vault()
        return DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: vault), store: vault,
                database: ContainerIdentityDatabase(container), directory: directory,
                container: container, pause: .zero))
    }

    /// The machine restarts: the kernel forgets the keys that the passcode has unlocked.
    func reboot() {
        keys = ProcessKeyCache(clock: SystemVaultClock())
    }

    /// The app is removed and installed again: its folder goes, the vault stays.
    func reinstall() {
        container = MemoryContainer()
    }

    /// The vault is lost with the disk, and a backup brings the app's folder back.
    func move() throws -> VaultWorld {
        let world = try VaultWorld(directory: directory)
        world.container = container
        return world
    }

    /// The whole machine as it is now, once more: vault, device secret and the app's folder.
    func copied() throws -> VaultWorld {
        let world = try VaultWorld(directory: directory)
        let names = ["holdfast-identity", "holdfast-identity-log", "holdfast-identity-journal"]
        for name in names {
            guard let bytes = try container.readFile(name) else { continue }
            try world.container.replaceFile(name, with: bytes)
        }
        guard system("cp -a '\(path)/.' '\(world.path)/'") == 0 else {
            throw KeychainError(.unknown, "the machine cannot be copied")
        }
        return world
    }

    func keyNames() async throws -> Set<String> {
        let keys = try await SoftwareKeyStore(over: vault()).list(service: nil)
        return Set(keys.map(\.name.account))
    }
}
#endif
