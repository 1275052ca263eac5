import CrashSupport
import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLinux

/// A vault that other processes write and that this one looks at.
final class CrashedVault: Sendable {
    let folder: Folder

    /// Takes an empty place, on a disk unless the test needs no sync.
    init(isOnDisk: Bool = true) throws {
        folder = try Folder(isOnDisk: isOnDisk)
    }

    var directory: String { folder.path + "/vault" }
    var stateDirectory: String { folder.path + "/state" }

    func open(_ change: (inout VaultConfiguration) -> Void = { _ in }) -> LinuxVault {
        var configuration = VaultConfiguration(
            location: VaultLocation(directory: directory, stateDirectory: stateDirectory))
        configuration.busyTimeout = .seconds(60)
        configuration.passcodeMemoryKiB = 8_192
        configuration.passcodeIterations = 1
        change(&configuration)
        return LinuxVault(configuration)
    }

    /// Starts the process that does something with the vault.
    func start(_ command: String, _ numbers: Int...) throws -> ChildProcess {
        try ChildProcess(
            sibling: "CrashWriter",
            [command, directory, stateDirectory] + numbers.map { String($0) })
    }

    /// How many items there are, after every row, value and page was compared with the tree.
    func checkAll() throws(KeychainError) -> Int {
        try open().locked { (core) throws(KeychainError) in try core.checkAll().items }
    }

    /// Every item's value, by account.
    ///
    /// - Parameter othersWrite: whether an item may have been removed since it was listed.
    /// - Returns: the values of all items that the list names.
    /// - Throws: what the vault throws, and `UNKNOWN` if a listed item reads as nil.
    func values(whileOthersWrite othersWrite: Bool = false) throws -> [String: [UInt8]] {
        let vault = open()
        var values: [String: [UInt8]] = [:]
        for attributes in try vault.listWithoutPrompt(service: nil) {
            guard let item = try vault.readWithoutPrompt(attributes.key) else {
                if othersWrite { continue }
                throw KeychainError(.unknown, "the list names an item that reads as nil")
            }
            values[attributes.key.account] = item.value.copyBytes()
        }
        return values
    }
}
