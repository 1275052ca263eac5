import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Seals, unseals and rescues one vault again and again, with an item that must outlive all of it.
struct SealCycle {
    private let vault: LinuxVault
    private let code: RescueCode
    private let name: ItemKey
    private let value = SecretBytes(utf8: "kept")

    init(_ place: Place) throws {
        vault = place.open { $0.sealer = OpenSealer() }
        code = try RescueCode(SecretBytes(utf8: "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-TMW7"))
        name = try ItemKey(service: "seal", account: "kept")
    }

    /// Goes round until it is killed.
    func run() async throws {
        try await vault.write(value, for: name)
        if try await vault.status().rescueCodeCreated == nil {
            try await vault.setRescueCode(code)
        }
        Report.line("READY")
        while true {
            if try await vault.status().deviceSecret == .sealed {
                try await vault.unsealDeviceSecret()
            }
            try await vault.sealDeviceSecret(rescueCode: code)
            try await vault.destroyUnsealedSecrets()
            try await vault.rescue(with: code)
            try await vault.sealDeviceSecret(toRegisters: [7], rescueCode: code)
            try await vault.unsealDeviceSecret()
            Report.line("ROUND")
        }
    }

    /// Says how the vault opens, and that the item is there and the code good.
    func look() async throws {
        guard try await vault.read(name)?.value == value else {
            throw Refusal("the item is gone")
        }
        try await vault.checkRescueCode(code)
        Report.line(try await vault.status().deviceSecret.rawValue)
    }

    /// Gives back whatever it gets: what is killed here is the vault's work, not the hardware's.
    private struct OpenSealer: SecretSealer {
        func seal(
            _ secret: SecretBytes, authorization: SecretBytes?, registers: Set<Int>
        ) throws(KeychainError) -> [UInt8] { secret.copyBytes() }

        func unseal(
            _ sealed: [UInt8], authorization: SecretBytes?
        ) throws(KeychainError) -> SecretBytes { SecretBytes(sealed) }

        func lockout() throws(KeychainError) -> SealerLockout? { nil }
    }
}
