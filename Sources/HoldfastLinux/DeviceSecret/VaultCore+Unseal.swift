#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The way to and from the hardware that seals device secrets.
extension VaultCore {
    /// The hardware's sealer.
    ///
    /// - Throws: `HARDWARE_UNAVAILABLE` if this program was built without one.
    func sealer() throws(KeychainError) -> any SecretSealer {
        if let sealer = configuration.sealer ?? builtInSealer { return sealer }
        let sealer = try BuiltInSealer.make()
        builtInSealer = sealer
        return sealer
    }

    /// Opens a sealed secret.
    ///
    /// - Throws: see ``deviceSecret(of:stretched:)``; never anything that a caller could take for
    ///   an absent secret.
    func unseal(
        _ sealed: SealedSecret, stretched: SecretBytes?, _ keybag: Keybag
    ) throws(KeychainError) -> SecretBytes {
        let secret: SecretBytes
        do throws(KeychainError) {
            secret = try sealer().unseal(
                sealed.bytes,
                authorization: try Self.authorization(sealed.needsPasscode, stretched, keybag))
        } catch {
            throw Self.unsealing(error, sealed, keybag)
        }
        guard secret.count == 32 else {
            throw KeychainError(.dataCorrupted, "the hardware holds no device secret")
        }
        return secret
    }

    /// Seals a secret, and opens it again before anybody depends on it.
    ///
    /// - Parameters:
    ///   - secret: 32 bytes.
    ///   - stretched: the stretched passcode; `nil` without one.
    ///   - registers: the registers that opening shall need.
    ///   - keybag: the vault's record.
    /// - Returns: what is to be stored.
    /// - Throws: what the hardware answers; nothing was changed.
    func seal(
        _ secret: SecretBytes, stretched: SecretBytes?, registers: Set<Int>, _ keybag: Keybag
    ) throws(KeychainError) -> SealedSecret {
        let sealer = try sealer()
        let authorization = try Self.authorization(stretched != nil, stretched, keybag)
        let bytes = try sealer.seal(secret, authorization: authorization, registers: registers)
        guard (1...SealedSecret.maximumByteCount).contains(bytes.count),
            try sealer.unseal(bytes, authorization: authorization) == secret
        else {
            throw KeychainError(
                .unknown, "the hardware does not give back what it sealed; nothing was changed")
        }
        return SealedSecret(
            bytes: bytes, registers: registers, needsPasscode: stretched != nil)
    }

    private static func authorization(
        _ isNeeded: Bool, _ stretched: SecretBytes?, _ keybag: Keybag
    ) throws(KeychainError) -> SecretBytes? {
        guard isNeeded else { return nil }
        guard let stretched else {
            throw KeychainError(
                .dataCorrupted, "the sealed secret needs a passcode that is not set")
        }
        return try SealedSecret.authorization(stretched, keybag.vaultID)
    }

    /// The hardware's answer in the words of the vault.
    private static func unsealing(
        _ error: KeychainError, _ sealed: SealedSecret, _ keybag: Keybag
    ) -> KeychainError {
        switch error.code {
        case .authFailed:
            return error.saying("the passcode is wrong")
        case .keyInvalidated:
            return lost(
                "the TPM was cleared or is another one, and the device secret is sealed in it",
                advice: "put back the machine's former TPM", cause: error, keybag)
        case .interactionNotAllowed where !sealed.registers.isEmpty:
            let names = sealed.registers.sorted().map(String.init).joined(separator: ", ")
            return error.saying(
                "the machine has started with other firmware or settings than the device secret"
                    + " was sealed to (PCR \(names))",
                advice: "start it as before, or open the vault with its rescue code, `holdfast"
                    + " rescue use`, and seal it anew")
        case .hardwareUnavailable:
            return error.saying(
                "the device secret is sealed in a TPM that cannot be used now: \(error.message)",
                advice: withRescue(error.recovery, keybag))
        case .lockout:
            return error.saying(error.message, advice: withRescue(error.recovery, keybag))
        default:
            return error
        }
    }

    /// Advice with the rescue code as one more way, where there is one.
    static func withRescue(_ advice: String, _ keybag: Keybag) -> String {
        guard keybag.rescue != nil else { return advice }
        return "\(advice); the rescue code opens the vault too: `holdfast rescue use`"
    }
}

extension KeychainError {
    /// The same code and native number with words of the vault's own.
    fileprivate func saying(_ message: String, advice: String? = nil) -> KeychainError {
        KeychainError(
            code, message, nativeDomain: nativeDomain, nativeCode: nativeCode,
            advice: advice ?? self.advice)
    }
}
#endif
