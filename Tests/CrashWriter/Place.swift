import CrashSupport
import Glibc
import HoldfastCore
import HoldfastLinux

/// Where the vault of a test is.
struct Place {
    let vault: String
    let state: String

    /// A vault object on it, with cheap passcodes.
    func open(_ change: (inout VaultConfiguration) -> Void = { _ in }) -> LinuxVault {
        var configuration = VaultConfiguration(
            location: VaultLocation(directory: vault, stateDirectory: state))
        configuration.busyTimeout = .seconds(60)
        configuration.passcodeMemoryKiB = 8_192
        configuration.passcodeIterations = 1
        change(&configuration)
        return LinuxVault(configuration)
    }
}

/// Why this process stops.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Lines to whoever started this process.
enum Report {
    static func line(_ text: String) {
        do {
            try Descriptor.write(text + "\n", to: 1)
        } catch {
            // Nobody listens any more: the test is over.
            exit(4)
        }
    }

    /// An error's code and native number, for tests to compare.
    static func error(_ error: KeychainError) -> String {
        "\(error.code.rawValue) \(error.nativeDomain ?? "-") \(error.nativeCode ?? 0)"
    }

    /// Waits for a line from whoever started this process, or the end.
    static func waitForInput() throws {
        _ = try Descriptor.read(0, atMost: 1)
    }

    /// Whether whoever started this process has closed the input.
    static func isInputOver() -> Bool {
        var poll = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 0) > 0 else { return false }
        var byte: UInt8 = 0
        return Glibc.read(0, &byte, 1) <= 0
    }
}
