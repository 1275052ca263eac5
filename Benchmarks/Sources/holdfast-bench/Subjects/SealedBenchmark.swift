import Glibc
import Holdfast
import HoldfastCrypto

/// Unlocking a vault whose device secret a TPM seals.
enum SealedBenchmark {
    static let all = [
        Benchmark(
            id: "unlock-sealed",
            what:
                "unlock with a device secret sealed in swtpm, less libsodium's bare Argon2id of the"
                + " same cost ÷ 50 ms",
            unit: .milliseconds, bar: 1
        ) { workshop in
            setenv("TSS2_LOG", "all+none", 1)
            let tpm = try SoftwareTPM(directory: workshop.path("sealing-tpm"))
            defer { withExtendedLifetime(tpm) {} }
            setenv(TPMConfiguration.variable, tpm.address, 1)
            let passcode = SecretBytes(utf8: "correct horse")
            let vault = try sealedVault(workshop, passcode)
            let times = try Comparison.alternating(
                rounds: 20, operations: (1, 1),
                ours: { _ in
                    try waiting { try await vault.unlock(with: passcode, keeping: .process) }
                },
                peer: { _ in
                    try BareArgon2id.stretch(
                        passcode.copyBytes(), memoryKiB: 65_536, iterations: 3)
                })
            var beyond = Comparison()
            for (ours, stretching) in zip(times.ours, times.peer) {
                beyond.add(ours: ours - stretching, peer: 0.050)
            }
            return beyond
        }
    ]

    private static func sealedVault(
        _ workshop: Workshop, _ passcode: SecretBytes
    ) throws -> LinuxVault {
        let directory = workshop.path("sealed")
        try Directory.make(directory)
        let vault = LinuxVault(
            VaultConfiguration(
                location: VaultLocation(
                    directory: directory + "/vault", stateDirectory: directory + "/state")))
        try waiting {
            try await vault.setPasscode(passcode)
            try await vault.sealDeviceSecret(
                rescueCode: try RescueCode.make(), passcode: passcode)
        }
        return vault
    }
}
