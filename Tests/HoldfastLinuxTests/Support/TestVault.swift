import Glibc
import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLinux

/// A vault in a temporary directory of its own, with clocks and a passcode that tests can set.
final class TestVault: Sendable {
    let folder: TemporaryFolder
    let clock = TestClock()
    let passcodes = ScriptedPasscodes()

    init() throws {
        folder = try TemporaryFolder()
    }

    var location: VaultLocation {
        VaultLocation(directory: folder.path + "/vault", stateDirectory: folder.path + "/state")
    }

    var database: String { location.directory + "/vault.db" }

    func configuration(
        _ change: (inout VaultConfiguration) -> Void = { _ in }
    ) -> VaultConfiguration {
        var configuration = VaultConfiguration(location: location)
        configuration.clock = clock
        configuration.passcodeSource = passcodes
        configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
        configuration.passcodeIterations = 1
        configuration.keyCache = sharedKeys
        change(&configuration)
        return configuration
    }

    /// Stands for the kernel's keyring: shared by all vault objects of this test.
    private var sharedKeys: ProcessKeyCache { keys }
    private let keys: ProcessKeyCache = ProcessKeyCache(clock: SystemVaultClock())

    /// A new object on the vault, as another process would have.
    func open(_ change: (inout VaultConfiguration) -> Void = { _ in }) -> LinuxVault {
        LinuxVault(configuration(change))
    }
}

/// A directory that is removed with its object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/holdfast-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno.current }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        remove(path)
    }

    private func remove(_ path: String) {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." { continue }
            let child = path + "/" + name
            if entry.pointee.d_type == UInt8(DT_DIR) { remove(child) } else { unlink(child) }
        }
        closedir(directory)
        rmdir(path)
    }
}

/// Clocks that stand still until a test moves them.
final class TestClock: VaultClock {
    private let state = Locked((wall: Int64(1_800_000_000), boot: Duration.seconds(1000), id: "A"))

    var now: UnixTime { UnixTime(seconds: state.withLock { $0.wall }) }
    var sinceBoot: Duration { state.withLock { $0.boot } }
    var bootID: String { state.withLock { $0.id } }

    func sleep(for duration: Duration) async throws(KeychainError) {
        advance(by: duration)
    }

    func advance(by duration: Duration) {
        state.withLock {
            $0.wall += duration.components.seconds
            $0.boot += duration
        }
    }

    func setWall(_ seconds: Int64) {
        state.withLock { $0.wall = seconds }
    }

    func reboot(after duration: Duration) {
        state.withLock {
            $0.wall += duration.components.seconds
            $0.boot = .seconds(1)
            $0.id += "A"
        }
    }
}

/// Answers prompts as a test says; asking when nothing is left is `USER_CANCELED`.
final class ScriptedPasscodes: PasscodeSource {
    private let answers = Locked<[SecretBytes]>([])
    private let count = Locked(0)

    var promptCount: Int { count.withLock { $0 } }

    func answer(_ texts: String...) {
        let bytes = texts.map { SecretBytes(utf8: $0) }
        answers.withLock { $0 += bytes }
    }

    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        count.withLock { $0 += 1 }
        let next = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let next else { throw KeychainError(.userCanceled, "the test gave no passcode") }
        return next
    }
}

/// The code that a body throws; `nil` if it throws nothing or something that is no store's error.
func code(_ body: () async throws -> Void) async -> KeychainError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? KeychainError)?.code
    }
}

func key(_ account: String, _ service: String = "s") throws -> ItemKey {
    try ItemKey(service: service, account: account)
}

/// Copies the regular files of a directory into a new one.
///
/// - Returns: whether all of it could be copied.
func copyFiles(from source: String, to target: String) -> Bool {
    guard mkdir(target, 0o700) == 0, let directory = opendir(source) else { return false }
    defer { closedir(directory) }
    var isWhole = true
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard entry.pointee.d_type == UInt8(DT_REG), !name.hasSuffix("-shm") else { continue }
        do {
            try writeFile(target + "/" + name, try readFile(source + "/" + name))
        } catch {
            isWhole = false
        }
    }
    return isWhole
}

func readFile(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "re") else { throw Errno.current }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { return bytes }
        bytes += buffer.prefix(count)
    }
}

func writeFile(_ path: String, _ bytes: [UInt8]) throws {
    guard let file = fopen(path, "we") else { throw Errno.current }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Errno.current }
}
