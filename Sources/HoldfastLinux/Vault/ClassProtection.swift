#if os(Linux)
public import HoldfastCore

/// What protects the items of one class in a vault, as it is now.
public struct ClassProtection: Sendable, Equatable {
    /// Something that is needed to open the class's key.
    public enum Need: String, Sendable, CaseIterable {
        /// The file with the device secret.
        case deviceSecretFile
        /// The TPM that the device secret is sealed in.
        case tpm
        /// The same firmware and settings as at sealing, by the TPM's registers.
        case tpmRegisters
        /// The vault's passcode.
        case passcode
    }

    /// The class.
    public let accessibility: Accessibility
    /// What its key is wrapped by, all of it together; empty if the class has no key, because it
    /// exists only with a passcode.
    public let needs: [Need]
    /// Whether the rescue code opens it as well.
    public let isOpenedByRescueCode: Bool
}

extension ClassProtection {
    /// What protects each class of a vault.
    static func all(_ keybag: Keybag) -> [ClassProtection] {
        Accessibility.allCases.map { accessibility in
            let slot = keybag.current(KeyClass(accessibility))
            return ClassProtection(
                accessibility: accessibility, needs: slot == nil ? [] : needs(keybag),
                isOpenedByRescueCode: slot.map { keybag.rescue?.keys[$0] != nil } ?? false)
        }
    }

    private static func needs(_ keybag: Keybag) -> [Need] {
        var needs: [Need] = []
        if let sealed = keybag.sealedSecret {
            needs.append(.tpm)
            if !sealed.registers.isEmpty { needs.append(.tpmRegisters) }
        } else {
            needs.append(.deviceSecretFile)
        }
        if keybag.passcode != nil { needs.append(.passcode) }
        return needs
    }
}
#endif
