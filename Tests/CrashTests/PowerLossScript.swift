import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

@testable import HoldfastLinux

/// A vault's life, written through a recording layer, with what must be there after each step.
final class PowerLossScript {
    /// What an item answers.
    enum Answer: Equatable {
        case value([UInt8])
        case invalidated
    }

    /// What the vault holds after a step.
    struct State: Equatable {
        var items: [String: Answer] = [:]
        var passcode: String?
    }

    static let acknowledged = "acknowledged"

    let vault: CrashedVault
    let vfs: RecordingVFS
    /// After no step, after the first, and so on.
    private(set) var states = [State()]
    /// The sequence file after each step; nil before there is one.
    private(set) var floors: [[UInt8]?] = [nil]
    private var open: LinuxVault?

    init(powersafeOverwrite: Bool) throws {
        vault = try CrashedVault(isOnDisk: false)
        vfs = try RecordingVFS(powersafeOverwrite: powersafeOverwrite)
    }

    func run() async throws {
        try await write("a", 30)
        try await write("b", 8_192)
        try await write("a", 200_000)
        try await remove("b")
        reopen()
        try await write("c", 100, .whenUnlocked)
        for number in 0..<6 { try await write("n\(number)", 40) }
        try await setPasscode("first")
        try await write("d", 50, .whenPasscodeSetThisDeviceOnly)
        try await write("a", 31)
        reopen()
        try await unlock()
        try await changePasscode("second", isLeaked: false)
        try await write("c", 8_192, .whenUnlocked)
        try await changePasscode("third", isLeaked: true)
        try await write("a", 20_000)
        try await removePasscode()
        try await write("b", 20)
        try await remove("d")
        reopen()
        try await write("a", 1)
        reopen()
    }

    // MARK: - Steps

    private func object() -> LinuxVault {
        if let open { return open }
        let layer = vfs.name
        let new = vault.open { configuration in
            configuration.fileLayer = layer
            configuration.keepKeysInProcess()
        }
        open = new
        return new
    }

    /// Lets go of the file: SQLite moves its log into it.
    private func reopen() { open = nil }

    private func step(
        _ change: (inout State) -> Void, _ body: (LinuxVault) async throws -> Void
    ) async throws {
        guard var state = states.last else { return }
        try await body(object())
        vfs.mark(Self.acknowledged)
        change(&state)
        states.append(state)
        floors.append(try Files.read(vault.directory + "/sequence"))
    }

    private func write(
        _ account: String, _ byteCount: Int, _ accessibility: Accessibility? = nil
    ) async throws {
        let bytes = CountedValue(writer: 1, count: states.count).bytes(count: byteCount)
        try await step({ $0.items[account] = .value(bytes) }) { vault in
            try await vault.write(
                SecretBytes(bytes), for: try Self.key(account),
                options: WriteOptions(
                    protection: accessibility.map { ItemProtection(accessibility: $0) }))
        }
    }

    private func remove(_ account: String) async throws {
        try await step({ $0.items[account] = nil }) { vault in
            try await vault.remove(try Self.key(account))
        }
    }

    private func setPasscode(_ passcode: String) async throws {
        try await step({ $0.passcode = passcode }) { vault in
            try await vault.setPasscode(SecretBytes(utf8: passcode))
        }
    }

    private func changePasscode(_ new: String, isLeaked: Bool) async throws {
        let old = SecretBytes(utf8: states.last?.passcode ?? "")
        try await step({ $0.passcode = new }) { vault in
            try await vault.changePasscode(
                from: old, to: SecretBytes(utf8: new), isLeaked: isLeaked)
        }
    }

    private func removePasscode() async throws {
        let old = SecretBytes(utf8: states.last?.passcode ?? "")
        let change = { (state: inout State) in
            state.passcode = nil
            state.items["d"] = .invalidated
        }
        try await step(change) { vault in
            let count = try await vault.removePasscode(old)
            guard count == 1 else { throw SystemCallError("one item is bound to the passcode", 0) }
        }
    }

    private func unlock() async throws {
        let passcode = SecretBytes(utf8: states.last?.passcode ?? "")
        try await step({ _ in }) { vault in
            try await vault.unlock(with: passcode, keeping: .process)
        }
    }

    static func key(_ account: String) throws(KeychainError) -> ItemKey {
        try ItemKey(service: "power", account: account)
    }
}
