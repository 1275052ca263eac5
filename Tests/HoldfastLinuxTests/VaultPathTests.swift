import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// What a vault answers by what its path leads through.
@Suite("Paths of the vault that lead nowhere") struct VaultPathTests {
    private let test: TestVault
    private let value = SecretBytes(utf8: "value")
    private let name: ItemKey

    init() throws {
        test = try TestVault()
        name = try key("a")
    }

    /// Makes a link below the test's folder, and says where it is.
    private func link(_ name: String, to target: String) throws -> String {
        let path = test.folder.path + "/" + name
        try #require(symlink(target, path) == 0)
        return path
    }

    private func location(_ directory: String, state: String? = nil) -> VaultLocation {
        VaultLocation(
            directory: directory, stateDirectory: state ?? test.location.stateDirectory)
    }

    private func error(_ body: () async throws -> Void) async -> KeychainError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? KeychainError
        }
    }

    /// Each question and each change is an error of the file system; nothing is made.
    private func expectRefused(_ place: VaultLocation, _ note: String) async throws {
        let calls: [(LinuxVault) async throws -> Void] = [
            { _ = try await $0.read(name) }, { _ = try await $0.contains(name) },
            { _ = try await $0.list(service: nil) }, { _ = try await $0.status() },
            { try await $0.remove(name) }, { try await $0.write(value, for: name) },
        ]
        for (number, call) in calls.enumerated() {
            let error = await error { try await call(test.open { $0.location = place }) }
            #expect(error?.code == .unknown && error?.nativeDomain == "errno", "\(note) \(number)")
            #expect([ENOENT, ENOTDIR].map(Int.init).contains(error?.nativeCode), "\(note)")
            #expect(error.map(ErrorCatalogue.exitStatus) == 9, "\(note) \(number)")
        }
        let vault = test.open { $0.location = place }
        guard case .unavailable = await vault.availability() else {
            Issue.record("available: \(note)")
            return
        }
        let doctor = await vault.doctor()
        #expect(doctor.contains { $0.topic == "vault" && $0.grade == .bad }, "\(note)")
        #expect(!doctor.contains { $0.text.contains("none yet") }, "\(note)")
    }

    @Test("P1: a vault behind a link to nowhere is out of sight, and not missing")
    func linkToNowhere() async throws {
        let link = try link("disk", to: test.folder.path + "/not-mounted")
        let chain = try self.link("chain", to: link)
        try writeFile(test.folder.path + "/file", [1])
        let file = try self.link("to-file", to: test.folder.path + "/file")
        let paths = [
            link, link + "/", link + "/vault", link + "/a/b/vault", link + "//a//vault/",
            chain + "/vault", chain + "/a/vault", link + "/../vault", file + "/vault",
            test.folder.path + "/file/a/vault",
        ]
        for path in paths { try await expectRefused(location(path), path) }
        #expect(access(test.folder.path + "/not-mounted", F_OK) != 0)
    }

    @Test("P1: the same vault is there again once the link leads to it")
    func linkMended() async throws {
        let disk = test.folder.path + "/disk"
        try #require(mkdir(disk, 0o700) == 0)
        let place = location(try link("link", to: disk) + "/a/vault")
        try await test.open { $0.location = place }.write(value, for: name)
        let living = test.open { $0.location = place }
        #expect(try await living.read(name)?.value == value)
        try #require(rename(disk, disk + ".away") == 0)
        try await expectRefused(place, "away")
        #expect(await error { _ = try await living.read(name) }?.nativeCode == Int(ENOENT))
        try #require(rename(disk + ".away", disk) == 0)
        #expect(try await living.read(name)?.value == value)
        #expect(try await test.open { $0.location = place }.read(name)?.value == value)
    }

    @Test("P1: a device secret behind a link to nowhere is an error, and neither lost nor made")
    func secretBehindLink() async throws {
        let state = test.folder.path + "/disk"
        try #require(mkdir(state, 0o700) == 0)
        let place = location(
            test.location.directory, state: try link("link", to: state) + "/holdfast")
        try await test.open { $0.location = place }.write(value, for: name)
        try #require(rename(state, state + ".away") == 0)
        let vault = test.open { $0.location = place }
        let read = await error { _ = try await vault.read(name) }
        #expect(read?.code == .unknown && read?.nativeCode == Int(ENOENT))
        #expect(access(state, F_OK) != 0)
    }

    @Test("a path whose parents do not exist yet is a vault to be made, also behind a good link")
    func noVaultYet() async throws {
        try #require(mkdir(test.folder.path + "/disk", 0o700) == 0)
        let good = try link("good", to: test.folder.path + "/disk")
        for path in [test.folder.path + "/x/y/vault", good + "/x/y/vault"] {
            let place = location(path)
            let vault = test.open { $0.location = place }
            #expect(try await vault.read(name) == nil)
            #expect(try await vault.status().exists == false)
            #expect(await vault.doctor().contains { $0.text == "there is none yet" })
            try await vault.write(value, for: name)
            #expect(try await vault.read(name)?.value == value)
        }
    }

    @Test("directories that cannot be made are an error, and not tried for ever")
    func directories() throws {
        let link = try link("disk", to: test.folder.path + "/nowhere")
        for path in [
            link + "/a", link + "/a/b/c", link + "//a/", "/proc/holdfast", "/proc/holdfast/a/b",
        ] {
            #expect(throws: Errno(ENOENT), "\(path)") { try FileSystem.makeDirectories(path) }
        }
        #expect(throws: Errno.self) { try FileSystem.makeDirectories("") }
        try FileSystem.makeDirectories(test.folder.path + "/p//q/r/")
        #expect(try FileSystem.status(test.folder.path + "/p/q/r")?.permissions == 0o700)
    }

    @Test("a vault below /proc cannot be made, which is an error")
    func kernelDirectory() async throws {
        let place = location("/proc/holdfast/vault")
        let error = await error {
            try await test.open { $0.location = place }.write(value, for: name)
        }
        #expect(error?.code == .unknown && error?.nativeDomain == "errno")
        #expect(error.map(ErrorCatalogue.exitStatus) == 9)
    }
}
