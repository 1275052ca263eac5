/// A choice that is stored as one byte; the numbers are part of every format of the package.
package protocol FormatCoded: CaseIterable, Equatable where AllCases == [Self] {
    /// The byte; never 0, never given to another choice.
    var formatCode: UInt8 { get }
}

extension FormatCoded {
    /// The choice that a byte stands for; `nil` for any other byte.
    package init?(formatCode: UInt8?) {
        // No `first(where:)`, which a process can only call here after a search for the type of the
        // sequence's elements through all conformances of the program.
        for choice in Self.allCases where choice.formatCode == formatCode {
            self = choice
            return
        }
        return nil
    }
}

extension Accessibility: FormatCoded {
    /// The byte that stands for it.
    package var formatCode: UInt8 {
        switch self {
        case .afterFirstUnlock: 2
        case .afterFirstUnlockThisDeviceOnly: 3
        case .whenUnlocked: 4
        case .whenUnlockedThisDeviceOnly: 5
        case .whenPasscodeSetThisDeviceOnly: 6
        }
    }
}

extension AccessControl: FormatCoded {
    /// The byte that stands for it.
    package var formatCode: UInt8 {
        switch self {
        case .none: 1
        case .biometryAny: 2
        case .biometryCurrentSet: 3
        case .biometryAnyOrPasscode: 4
        case .biometryCurrentSetOrPasscode: 5
        case .devicePasscode: 6
        }
    }
}

extension KeyStorage: FormatCoded {
    /// The byte that stands for it.
    package var formatCode: UInt8 {
        switch self {
        case .automatic: 1
        case .strongbox: 2
        case .strongboxRequired: 3
        case .tpm: 4
        case .tpmRequired: 5
        case .secureEnclave: 6
        }
    }
}

extension ItemKind: FormatCoded {
    /// The byte that stands for it.
    package var formatCode: UInt8 {
        switch self {
        case .bytes: 1
        case .credential: 2
        case .signingKey: 3
        case .keyAgreementKey: 4
        }
    }
}

extension Invalidation.Reason: FormatCoded {
    /// The byte that stands for it.
    package var formatCode: UInt8 {
        switch self {
        case .passcodeRemoved: 1
        case .biometricsChanged: 2
        case .keyLost: 3
        }
    }
}
