import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

@Suite("Files of the vault cut, emptied, missing or planted")
struct VaultFileDamageTests {
    private static let pageByteCount = 2048

    /// Damages files, looks, and puts everything back.
    private func damage(
        _ sample: SampleVault, _ what: String,
        allowing allowed: Set<KeychainError.Code> = [.dataCorrupted],
        _ change: () throws -> Void
    ) async throws {
        let intact = try Files.contents(of: sample.directory)
        let secret = try #require(try Files.read(sample.secretFile))
        try change()
        let damaged = try Files.contents(of: sample.directory)
        #expect(await sample.wrongAnswers(allowing: allowed) == [], "\(what); \(Rounds.note)")
        // SQLite's own files may come and go; the vault's are as the damage left them.
        func expectUntouched() throws {
            let now = try Files.contents(of: sample.directory)
            for name in ["vault.db", "sequence"] {
                #expect(now[name] == damaged[name], "\(what): \(name) was written")
            }
        }
        try expectUntouched()
        let vault = sample.open()
        let new = try ItemKey(service: "new", account: "new")
        do throws(KeychainError) {
            try vault.writeWithoutPrompt(SecretBytes([]), for: new, options: .standard)
            // The damage lies elsewhere: this write does not touch it, and hides nothing of it.
            try vault.removeWithoutPrompt(new)
            #expect(await sample.wrongAnswers(allowing: allowed) == [], "\(what)")
        } catch {
            #expect(allowed.contains(error.code), "\(what): \(error)")
            try expectUntouched()
        }
        try Files.replace(sample.directory, with: intact)
        try Files.write(secret, to: sample.secretFile)
    }

    @Test("P1: each page zeroed or filled", arguments: [false, true])
    func pages(hasPasscode: Bool) async throws {
        let sample = try await SampleVault(hasPasscode: hasPasscode)
        let intact = try Files.contents(of: sample.directory)
        let count = try #require(intact["vault.db"]).count / Self.pageByteCount
        for page in 0..<count {
            for byte in [0, 0xff] as [UInt8] {
                let filling = [UInt8](repeating: byte, count: Self.pageByteCount)
                try Files.patch(sample.database, at: page * Self.pageByteCount, filling)
                #expect(await sample.wrongAnswers() == [], "page \(page) of \(byte)")
                try Files.replace(sample.directory, with: intact)
            }
        }
        #expect(count > 10)
    }

    @Test("P1: cut at every page, and somewhere within it")
    func cut() async throws {
        let sample = try await SampleVault(hasPasscode: false)
        let bytes = try #require(try Files.read(sample.database))
        var generator = Rounds.generator(11)
        for start in stride(from: 0, to: bytes.count, by: Self.pageByteCount) {
            let within = start + Int.random(in: 1..<Self.pageByteCount, using: &generator)
            for length in [start, within] {
                try await damage(sample, "cut to \(length)") {
                    try Files.write(Array(bytes.prefix(length)), to: sample.database)
                }
            }
        }
    }

    @Test("P1: a vault of 0 bytes is damage, and no new one takes its place")
    func empty() async throws {
        let sample = try await SampleVault(hasPasscode: true)
        try await damage(sample, "0 bytes") { try Files.write([], to: sample.database) }
        try await damage(sample, "other content") {
            try Files.write(Array("not a database, but a text".utf8), to: sample.database)
        }
    }

    @Test("P1: a part of a vault is damage", arguments: ["vault.db-wal", "sequence"])
    func part(name: String) async throws {
        let sample = try await SampleVault(hasPasscode: false)
        let part = try #require(try Files.read(sample.directory + "/sequence"))
        try await damage(sample, "only \(name)") {
            try Files.replace(sample.directory, with: [name: part])
        }
    }

    @Test("without its device secret, or with another one, a vault is KEY_INVALIDATED")
    func deviceSecret() async throws {
        for hasPasscode in [false, true] {
            let sample = try await SampleVault(hasPasscode: hasPasscode)
            let other = try await SampleVault(hasPasscode: false)
            let foreign = try #require(try Files.read(other.secretFile))
            try await damage(sample, "no secret", allowing: [.keyInvalidated]) {
                unlink(sample.secretFile)
            }
            try await damage(sample, "another's secret", allowing: [.keyInvalidated]) {
                try Files.write(foreign, to: sample.secretFile)
            }
            try await damage(sample, "a cut secret") {
                try Files.write(Array(foreign.prefix(100)), to: sample.secretFile)
            }
            try await damage(sample, "a longer secret") {
                try Files.write(foreign + [0], to: sample.secretFile)
            }
        }
    }

    @Test("the whole directory put back is no damage; the database alone is")
    func restored() async throws {
        let sample = try await SampleVault(hasPasscode: false)
        let backup = try Files.contents(of: sample.directory)
        let vault = sample.open()
        try await vault.write(SecretBytes(utf8: "later"), for: try key("later"))
        // Restored under a living process, as people do.
        try Files.replace(sample.directory, with: backup)
        #expect(try vault.readWithoutPrompt(try key("later")) == nil)
        #expect(await sample.wrongAnswers(allowing: []) == [])
        try await vault.write(SecretBytes(utf8: "again"), for: try key("later"))
        let sequence = try #require(try Files.read(sample.directory + "/sequence"))
        try Files.replace(sample.directory, with: ["vault.db": try #require(backup["vault.db"])])
        try Files.write(sequence, to: sample.directory + "/sequence")
        #expect(await sample.wrongAnswers() == [])
        #expect(sample.isNoticed())
    }

    // MARK: - Planted

    /// What somebody could put in the place of a file.
    enum Plant: CaseIterable {
        case link, danglingLink, folder, pipe, hardLink
    }

    private func plant(_ plant: Plant, at path: String, target: String) throws {
        unlink(path)
        let code =
            switch plant {
            case .link: symlink(target, path)
            case .danglingLink: symlink(target + "-missing", path)
            case .folder: mkdir(path, 0o700)
            case .pipe: mkfifo(path, 0o600)
            case .hardLink: link(target, path)
            }
        guard code == 0 else { throw SystemCallError("plant") }
    }

    @Test(
        "what stands in the place of a file is refused or taken away; its target is untouched",
        arguments: ["vault.db", "vault.db-wal", "vault.db-shm", "sequence"], Plant.allCases)
    func planted(name: String, plant: Plant) async throws {
        // A hard link to the database is the database, as far as anyone can tell.
        if plant == .hardLink && name == "vault.db" { return }
        let sample = try await SampleVault(hasPasscode: false)
        let target = sample.folder.path + "/target"
        let content = [UInt8](repeating: 65, count: 200)
        try Files.write(content, to: target)
        chmod(target, 0o644)
        try self.plant(plant, at: sample.directory + "/" + name, target: target)
        let vault = sample.open()
        for _ in 0..<2 {
            do throws(KeychainError) {
                try await vault.write(SecretBytes(utf8: "v"), for: sample.items[0].key)
                #expect(try vault.readWithoutPrompt(sample.items[0].key)?.value.count == 1)
            } catch {
                let isRefusal = error.code == .unknown || error.code == .dataCorrupted
                #expect(isRefusal, "\(error)")
            }
        }
        #expect(try Files.read(target) == content)
        #expect(try Files.permissions(target) == 0o644)
        #expect(access(target + "-missing", F_OK) != 0)
    }

    @Test("a link or pipe in the place of the device secret is refused", arguments: Plant.allCases)
    func plantedSecret(plant: Plant) async throws {
        let sample = try await SampleVault(hasPasscode: false)
        let target = sample.folder.path + "/target"
        let content = [UInt8](repeating: 65, count: 200)
        try Files.write(content, to: target)
        try self.plant(plant, at: sample.secretFile, target: target)
        let error = #expect(throws: KeychainError.self) {
            try sample.open().readWithoutPrompt(sample.items[0].key)
        }
        #expect(error?.code == (plant == .hardLink ? .dataCorrupted : .unknown))
        #expect(try Files.read(target) == content)
    }

    @Test("P1: a vault's file beside another vault's sequence is damage, until one of them goes")
    func foreignSequence() async throws {
        let sample = try await SampleVault(hasPasscode: false)
        let other = try await SampleVault(hasPasscode: false)
        try await other.open().write(SecretBytes([]), for: try key("more"))
        let foreign = try #require(try Files.read(other.directory + "/sequence"))
        try Files.write(foreign, to: sample.directory + "/sequence")
        let error = #expect(throws: KeychainError.self) {
            try sample.open().readWithoutPrompt(sample.items[0].key)
        }
        #expect(error?.code == .dataCorrupted)
        unlink(sample.directory + "/sequence")
        #expect(await sample.wrongAnswers(allowing: []) == [])
    }

    // MARK: - Owner and modes

    @Test("open modes are closed, and said so once")
    func modes() async throws {
        let sample = try await SampleVault(hasPasscode: false)
        let files = try await filesWithLog(sample)
        try Files.replace(sample.directory, with: files)
        for name in files.keys { chmod(sample.directory + "/" + name, 0o664) }
        chmod(sample.directory, 0o775)
        chmod(sample.secretFile, 0o644)
        let vault = sample.open()
        #expect(try vault.readWithoutPrompt(sample.items[3].key) != nil)
        #expect(vault.warnings.count >= 3, "\(vault.warnings)")
        #expect(try Files.permissions(sample.directory) == 0o700)
        for name in try Files.names(in: sample.directory) {
            #expect(try Files.permissions(sample.directory + "/" + name) == 0o600, "\(name)")
        }
        #expect(try Files.permissions(sample.secretFile) == 0o600)
        #expect(sample.open().warnings == [])
    }

    private func filesWithLog(_ sample: SampleVault) async throws -> [String: [UInt8]] {
        let vault = sample.open()
        try await vault.write(SecretBytes(utf8: "logged"), for: try key("logged"))
        let files = try Files.contents(of: sample.directory)
        withExtendedLifetime(vault) {}
        return files
    }

    @Test(
        "files of another user are refused", .enabled(if: geteuid() == 0, "only root can chown"),
        arguments: ["/vault", "/vault/vault.db", "/vault/sequence", "/state/device-secret"])
    func foreignOwner(path: String) async throws {
        let sample = try await SampleVault(hasPasscode: false)
        #expect(chown(sample.folder.path + path, 65_534, 65_534) == 0)
        let vault = sample.open()
        let read = #expect(throws: KeychainError.self) {
            try vault.readWithoutPrompt(sample.items[0].key)
        }
        let write = #expect(throws: KeychainError.self) {
            try vault.writeWithoutPrompt(
                SecretBytes([]), for: try key("new"), options: .standard)
        }
        for error in [read, write] {
            #expect(error?.code == .unknown)
            #expect(error?.nativeDomain == "errno" && error?.nativeCode == Int(EPERM))
        }
    }

    @Test("a vault below a linked directory works")
    func linkedHome() async throws {
        let test = try TestVault()
        let real = test.folder.path + "/real"
        let home = test.folder.path + "/home"
        try #require(mkdir(real, 0o755) == 0)
        try #require(symlink(real, home) == 0)
        let location = VaultLocation(
            directory: home + "/data/holdfast", stateDirectory: home + "/state/holdfast")
        func open() -> LinuxVault {
            var configuration = test.configuration()
            configuration.location = location
            return LinuxVault(configuration)
        }
        try await open().write(SecretBytes(utf8: "v"), for: try key("a"))
        #expect(try open().readWithoutPrompt(try key("a"))?.value == SecretBytes(utf8: "v"))
        try Files.waitUntilGone(real + "/data/holdfast/vault.db-wal")
        #expect(try Files.names(in: real + "/data/holdfast") == ["sequence", "vault.db"])
        #expect(try Files.permissions(real + "/data/holdfast") == 0o700)
    }
}
