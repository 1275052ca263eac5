import CrashSupport
import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLinux

/// A small vault with items in all classes, and what a read of each must say.
final class SampleVault: Sendable {
    /// What a read without a prompt answers as long as nothing is damaged.
    enum Truth: Equatable {
        case value(SecretBytes)
        case code(KeychainError.Code)
    }

    static let passcode = SecretBytes(utf8: "correct horse")

    let folder: Folder
    let hasPasscode: Bool
    let items: [(key: ItemKey, truth: Truth)]
    private let keys: ProcessKeyCache
    private let clock = TestClock()

    /// Makes the vault.
    ///
    /// - Parameters:
    ///   - hasPasscode: whether it has one, and items that need one.
    ///   - folder: where; its own folder in memory if none is given.
    /// - Throws: what the vault throws.
    init(hasPasscode: Bool, in folder: Folder? = nil) async throws {
        self.folder = try folder ?? Folder()
        self.hasPasscode = hasPasscode
        keys = ProcessKeyCache(clock: clock)
        items = try await Self.fill(
            LinuxVault(Self.configuration(self.folder.path, hasPasscode: hasPasscode, keys, clock)),
            hasPasscode: hasPasscode)
        try Files.waitUntilGone(self.folder.path + "/vault/vault.db-wal")
    }

    var directory: String { folder.path + "/vault" }
    var database: String { directory + "/vault.db" }
    var secretFile: String { folder.path + "/state/device-secret" }

    /// A new object on the vault, as another process would have.
    func open(_ change: (inout VaultConfiguration) -> Void = { _ in }) -> LinuxVault {
        var configuration = Self.configuration(
            folder.path, hasPasscode: hasPasscode, keys, clock)
        change(&configuration)
        return LinuxVault(configuration)
    }

    private static func configuration(
        _ folder: String, hasPasscode: Bool, _ keys: ProcessKeyCache, _ clock: TestClock
    ) -> VaultConfiguration {
        var configuration = VaultConfiguration(
            location: VaultLocation(
                directory: folder + "/vault", stateDirectory: folder + "/state"))
        configuration.clock = clock
        configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
        configuration.passcodeIterations = 1
        configuration.passcodeSource = hasPasscode ? SamplePasscode() : nil
        configuration.keyCache = keys
        return configuration
    }

    private struct SamplePasscode: PasscodeSource {
        func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
            SampleVault.passcode
        }
    }

    // MARK: - Filling

    /// Empty, and some between; one is large enough for pages of its own.
    private static let sizes = [0, 1, 20, 64, 300, 600]
    private static let largeSize = 9_000

    private static func protections(_ hasPasscode: Bool) -> [ItemProtection] {
        let open = Accessibility.allCases.filter { hasPasscode || !KeyClass($0).needsPasscode }
            .map { ItemProtection(accessibility: $0) }
        let gated = ItemProtection(accessibility: .afterFirstUnlock, accessControl: .devicePasscode)
        return hasPasscode ? open + [gated] : open
    }

    private static func fill(
        _ vault: LinuxVault, hasPasscode: Bool
    ) async throws -> [(key: ItemKey, truth: Truth)] {
        if hasPasscode { try await vault.setPasscode(passcode) }
        let protections = protections(hasPasscode)
        var items: [(key: ItemKey, truth: Truth)] = []
        for (index, key) in try names(vault, count: 30).enumerated() {
            let size = index == 7 ? largeSize : sizes[index % sizes.count]
            let value = SecretBytes((0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + index) })
            let protection = protections[index % protections.count]
            try await vault.write(value, for: key, options: WriteOptions(protection: protection))
            let isGated = protection.accessControl != .none
            items.append((key, isGated ? .code(.authRequired) : .value(value)))
        }
        return items
    }

    /// Names that share few ranges of the tree, so that the file is small and every byte of it matters.
    private static func names(_ vault: LinuxVault, count: Int) throws -> [ItemKey] {
        let index = try vault.locked { (core) throws(KeychainError) in
            let open = try core.vaultOrNew()
            return try open.snapshot { () throws(KeychainError) in try core.indexKeys(open) }
        }
        var names: [ItemKey] = []
        var number = 0
        while names.count < count {
            let name = try ItemKey(service: "service \(number % 3)", account: "name \(number)")
            number += 1
            if BucketPlace.range(of: index.id(of: name)).index < 4 { names.append(name) }
        }
        return names
    }
}

// MARK: - Looking at a damaged vault

extension SampleVault {
    /// What is wrong with the answers of a vault that was damaged; empty if nothing is.
    ///
    /// Every read gives the true answer or an allowed error, nothing reads as absent, lists are
    /// complete, and nothing is created.
    ///
    /// - Parameters:
    ///   - allowed: the codes that the damage may be reported with.
    ///   - turn: chooses the item that the dearer calls are made with; lists at every fourth.
    /// - Returns: a sentence for each wrong answer.
    func wrongAnswers(
        allowing allowed: Set<KeychainError.Code> = [.dataCorrupted], turn: Int = 0
    ) async -> [String] {
        let look = Look(vault: open(), items: items, allowed: allowed)
        look.readAll()
        // What a list needs is mostly what the reads need; it is the dearest call.
        if turn % 4 == 0 { look.list() }
        look.readAbsent()
        look.contains(items[(turn + 1) % items.count].key)
        await look.readOrCreate(items[turn % items.count])
        return look.wrong
    }

    /// Whether at least one read or the list reports damage.
    func isNoticed() -> Bool {
        let vault = open()
        do {
            _ = try vault.listWithoutPrompt(service: nil)
            for (key, truth) in items {
                if case .value = truth { _ = try vault.readWithoutPrompt(key) }
            }
            return false
        } catch {
            return error.code == .dataCorrupted
        }
    }

    private final class Look {
        let vault: LinuxVault
        let items: [(key: ItemKey, truth: Truth)]
        let allowed: Set<KeychainError.Code>
        var wrong: [String] = []

        init(
            vault: LinuxVault, items: [(key: ItemKey, truth: Truth)],
            allowed: Set<KeychainError.Code>
        ) {
            self.vault = vault
            self.items = items
            self.allowed = allowed
        }

        private func check(_ what: String, _ body: () throws(KeychainError) -> Bool) {
            do throws(KeychainError) {
                if try !body() { wrong.append("\(what): a wrong answer") }
            } catch {
                check(what, error)
            }
        }

        private func check(_ what: String, _ error: KeychainError) {
            if !allowed.contains(error.code) { wrong.append("\(what): \(error)") }
        }

        func readAll() {
            for (index, (key, truth)) in items.enumerated() {
                do throws(KeychainError) {
                    let item = try vault.readWithoutPrompt(key)
                    let isTrue = item.map { .value($0.value) == truth } ?? false
                    if !isTrue { wrong.append("read \(index): \(item == nil ? "nil" : "wrong")") }
                } catch {
                    if truth != .code(error.code) { check("read \(index)", error) }
                }
            }
        }

        func contains(_ key: ItemKey) {
            check("contains") { () throws(KeychainError) in try vault.containsWithoutPrompt(key) }
        }

        func list() {
            let all = items.map(\.key).sorted()
            check("list") { () throws(KeychainError) in
                try vault.listWithoutPrompt(service: nil).map(\.key) == all
            }
            check("list of a service") { () throws(KeychainError) in
                try vault.listWithoutPrompt(service: "service 1").map(\.key)
                    == all.filter { $0.service == "service 1" }
            }
        }

        func readAbsent() {
            check("read of what is not there") { () throws(KeychainError) in
                let key = try ItemKey(service: "service 0", account: "never written")
                return try vault.readWithoutPrompt(key) == nil
            }
        }

        func readOrCreate(_ item: (key: ItemKey, truth: Truth)) async {
            var creations = 0
            do throws(KeychainError) {
                let found = try await vault.readOrCreate(item.key) { () throws(KeychainError) in
                    creations += 1
                    return SecretBytes(utf8: "made anew")
                }
                if case .value(let value) = item.truth, found.value != value {
                    wrong.append("readOrCreate: a wrong value")
                }
            } catch {
                check("readOrCreate", error)
            }
            if creations > 0 { wrong.append("readOrCreate: created an item") }
        }
    }
}
