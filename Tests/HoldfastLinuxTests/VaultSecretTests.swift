import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// The device secret, the place of a vault, and what a vault is without the one or the other.
@Suite struct VaultSecretTests {
    private let value = SecretBytes(utf8: "value")

    @Test("P1: a vault without its device secret is KEY_INVALIDATED, and no secret is made")
    func missingSecret() async throws {
        let test = try TestVault()
        try await test.open().write(value, for: try key("a"))
        let path = test.location.stateDirectory + "/" + DeviceSecret.fileName
        let secret = try readFile(path)
        unlink(path)
        let vault = test.open()
        #expect(await code { _ = try await vault.read(try key("a")) } == .keyInvalidated)
        #expect(await code { _ = try await vault.read(try key("b")) } == .keyInvalidated)
        #expect(await code { try await vault.write(value, for: try key("a")) } == .keyInvalidated)
        #expect(await code { _ = try await vault.list(service: nil) } == .keyInvalidated)
        #expect(try await vault.status().deviceSecret == .missing)
        #expect(try FileSystem.status(path) == nil)
        try writeFile(path, secret)
        #expect(try await vault.read(try key("a"))?.value == value)
    }

    @Test("a vault with another device secret is KEY_INVALIDATED")
    func otherSecret() async throws {
        let test = try TestVault()
        try await test.open().write(value, for: try key("a"))
        let other = try TestVault()
        try await other.open().write(value, for: try key("a"))
        let mixed = VaultLocation(
            directory: test.location.directory, stateDirectory: other.location.stateDirectory)
        let vault = test.open { $0.location = mixed }
        #expect(await code { _ = try await vault.read(try key("a")) } == .keyInvalidated)
        #expect(try await vault.status().deviceSecret == .otherDevice)
    }

    @Test("two vaults of one device share its secret and nothing else")
    func twoVaults() async throws {
        let test = try TestVault()
        try await test.open().write(value, for: try key("a"))
        let second = VaultLocation(
            directory: test.folder.path + "/second", stateDirectory: test.location.stateDirectory)
        let vault = test.open { $0.location = second }
        #expect(try await vault.read(try key("a")) == nil)
        try await vault.write(SecretBytes(utf8: "other"), for: try key("a"))
        #expect(try await test.open().read(try key("a"))?.value == value)
    }

    @Test("the device secret's file says when it is cut, longer, flipped or open to others")
    func damagedSecret() async throws {
        let test = try TestVault()
        try await test.open().write(value, for: try key("a"))
        let path = test.location.stateDirectory + "/" + DeviceSecret.fileName
        let secret = try readFile(path)
        #expect(secret.count == DeviceSecret.byteCount)
        for bytes in [[], Array(secret.dropLast()), secret + [0]] {
            try writeFile(path, bytes)
            #expect(await code { _ = try await test.open().read(try key("a")) } == .dataCorrupted)
        }
        try writeFile(path, secret)
        chmod(path, 0o644)
        let vault = test.open()
        #expect(try await vault.read(try key("a"))?.value == value)
        #expect(vault.warnings.count == 1)
        #expect(try FileSystem.status(path)?.permissions == 0o600)
    }

    @Test(
        "where a vault lies",
        arguments: [
            (["HOME": "/h"], "/h/.local/share/holdfast", "/h/.local/state/holdfast"),
            (["HOME": "/h/"], "/h/.local/share/holdfast", "/h/.local/state/holdfast"),
            (["HOME": "/h", "XDG_DATA_HOME": "/d"], "/d/holdfast", "/h/.local/state/holdfast"),
            (
                ["HOME": "/h", "XDG_DATA_HOME": "d"], "/h/.local/share/holdfast",
                "/h/.local/state/holdfast"
            ),
            (["HOME": "", "HOLDFAST_HOME": "/v", "HOLDFAST_STATE": "/s"], "/v", "/s"),
            (["HOLDFAST_HOME": "/v/", "XDG_STATE_HOME": "/x"], "/v", "/x/holdfast"),
        ] as [([String: String], String, String)])
    func places(_ environment: [String: String], _ vault: String, _ state: String) throws {
        let location = try VaultLocation.standard(environment: environment)
        #expect(location == VaultLocation(directory: vault, stateDirectory: state))
    }

    @Test(
        "an environment that gives no place is INVALID_ARGUMENT",
        arguments: [
            ["HOME": ""], ["HOME": "relative"], ["HOME": "/h", "HOLDFAST_HOME": ""],
            ["HOME": "/h", "HOLDFAST_HOME": "rel"], ["HOME": "/h", "HOLDFAST_STATE": "rel"],
            ["HOLDFAST_HOME": "/v", "HOLDFAST_STATE": "/v/state"],
            ["HOLDFAST_HOME": "/v", "HOLDFAST_STATE": "/v"],
        ] as [[String: String]])
    func noPlaces(_ environment: [String: String]) {
        let error = #expect(throws: KeychainError.self) {
            try VaultLocation.standard(environment: environment)
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test("without HOME the password database says where a user lives")
    func noHome() throws {
        let location = try VaultLocation.standard(environment: [:])
        #expect(location.directory.hasSuffix("/.local/share/holdfast"))
    }

    @Test(
        "P6: a reinstalled app's items are removed once, and before the first unlock nothing is answered"
    )
    func reinstall() async throws {
        let test = try TestVault()
        let marker = test.folder.path + "/marker"
        let policy = ReinstallPolicy(markerPath: marker, services: ["s"])
        let first = test.open { $0.reinstall = policy }
        try await first.write(value, for: try key("a"))
        try await first.write(value, for: try key("a", "of another app"))
        #expect(try await test.open { $0.reinstall = policy }.read(try key("a")) != nil)
        try await first.setPasscode(SecretBytes(utf8: "p"))
        try await first.lock(alsoAfterFirstUnlock: true)
        unlink(marker)
        let second = test.open { $0.reinstall = policy }
        #expect(await code { _ = try await second.read(try key("a")) } == .interactionNotAllowed)
        #expect(
            await code { try await second.write(value, for: try key("n")) }
                == .interactionNotAllowed)
        #expect(try FileSystem.status(marker) == nil)
        try await second.unlock(with: SecretBytes(utf8: "p"))
        #expect(try await second.read(try key("a")) == nil)
        #expect(try await second.read(try key("a", "of another app")) != nil)
        try await second.write(value, for: try key("a"))
        #expect(try await test.open { $0.reinstall = policy }.read(try key("a")) != nil)
    }

    @Test("P12: with one seed and one clock, a vault's file is made of the same bytes")
    func reproducible() async throws {
        var files: [String] = []
        for _ in 0..<2 {
            let test = try TestVault()
            try await test.open { $0.random = CountingRandom() }.write(value, for: try key("a"))
            files.append(SHA256.hash(try readFile(test.database)).hex)
            #expect(try await test.open().read(try key("a"))?.value == value)
        }
        #expect(files[0] == files[1])
    }
}

/// Bytes that only look random, for a test that needs the same ones again.
private final class CountingRandom: SecureRandom {
    private let key = HMACSHA256Key(SecretBytes(utf8: "seed"))
    private let count = Locked<UInt64>(0)

    var isReproducible: Bool { true }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        for offset in stride(from: 0, to: buffer.count, by: 32) {
            let number = count.withLock { count -> UInt64 in
                count += 1
                return count
            }
            let block = key.authenticate { $0.absorb(bigEndian: number) }
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
            rest.copyBytes(from: block.prefix(rest.count))
        }
    }
}
