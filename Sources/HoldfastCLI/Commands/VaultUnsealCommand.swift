import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast vault unseal`: the device secret out of the TPM and back into a file.
enum VaultUnsealCommand: Command {
    static let declaration = CommandDeclaration(
        "vault unseal", "put the device secret into a file again",
        discussion: [
            "The vault then opens without the TPM, also on another machine that gets both the vault"
                + " and the file. Do it before an update of the firmware if the device secret is"
                + " sealed to registers, and seal it again afterwards. The rescue code stays.",
            "The passcode, if there is one, is asked for, or read with --passcode-fd.",
        ],
        examples: [.init("holdfast vault unseal", "before an update of the firmware")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        try await session.attempt("cannot unseal the device secret") {
            () async throws(KeychainError) in
            let status = try await vault.status()
            guard status.exists else { throw RescueCodeCommand.noVault }
            let isAsking = status.hasPasscode && status.deviceSecret == .sealed
            let passcode =
                isAsking ? try session.passcode(asking: "Passcode of the vault: ") : nil
            try await vault.unsealDeviceSecret(passcode: passcode)
        }
        session.note("the device secret is in a file again")
        return 0
    }
}
