#if os(Linux) && !TPM
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux
import Testing

/// A sealed vault at the command line of a build that knows no TPM: its hardware is out of reach.
@MainActor
@Suite("A sealed vault whose hardware is away")
struct SealedVaultTests {
    private let place = Workplace()

    /// Stands for a TPM; what it sealed no tool of this build opens.
    private struct Sealer: SecretSealer {
        func seal(
            _ secret: SecretBytes, authorization: SecretBytes?, registers: Set<Int>
        ) throws(KeychainError) -> [UInt8] { secret.copyBytes() }

        func unseal(
            _ sealed: [UInt8], authorization: SecretBytes?
        ) throws(KeychainError) -> SecretBytes { SecretBytes(sealed) }

        func lockout() throws(KeychainError) -> SealerLockout? { nil }
    }

    private func vault() -> LinuxVault {
        var configuration = VaultConfiguration(
            location: VaultLocation(
                directory: place.folder + "/vault", stateDirectory: place.folder + "/state"))
        configuration.sealer = Sealer()
        return LinuxVault(configuration)
    }

    @Test("P1: it is status 3 and names the way in, and the code opens it without the hardware")
    func away() async throws {
        _ = await place.run("set", "a", input: Array("v".utf8))
        let code = try RescueCode.make()
        try await vault().sealDeviceSecret(rescueCode: code)
        for line in ["get a", "get none", "ls", "set b", "info a", "export --plain --yes"] {
            let words = line.split(separator: " ").map { Array($0.utf8) }
            let outcome = await place.run(words, terminal: ScriptedTerminal(nil))
            #expect(outcome.status == 3, "\(line): \(outcome.error)")
            #expect(outcome.error.contains("holdfast rescue use"), "\(outcome.error)")
            #expect(outcome.output.isEmpty)
        }
        let json = await place.run("get", "a", "--json")
        #expect(json.error.contains(#""code":"HARDWARE_UNAVAILABLE""#))
        #expect(json.error.contains(#""exitStatus":3"#))
        #expect(await place.run("status").status == 0)
        let text = try #require(code.text.utf8String())
        let used = await place.run(
            "rescue", "use", terminal: [text, ScriptedTerminal.whatWasShown])
        #expect(used.status == 0, "\(used.error)")
        #expect(await place.run("get", "a").text == "v")
    }

    @Test("Without a rescue code it is status 8")
    func withoutCode() async throws {
        _ = await place.run("set", "a", input: Array("v".utf8))
        try await vault().sealDeviceSecret(rescueCode: RescueCode.make())
        try await vault().removeRescueCode()
        let outcome = await place.run("get", "a")
        #expect(outcome.status == 8 && !outcome.error.contains("rescue use"), "\(outcome.error)")
    }
}
#endif
