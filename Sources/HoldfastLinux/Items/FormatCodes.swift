#if os(Linux)
import HoldfastCore

/// A choice that is stored as one byte; the numbers are part of the vault's format.
protocol FormatCoded: CaseIterable, Equatable {
    var formatCode: UInt8 { get }
}

extension FormatCoded {
    init?(formatCode: UInt8?) {
        guard let choice = Self.allCases.first(where: { $0.formatCode == formatCode }) else {
            return nil
        }
        self = choice
    }
}

extension Accessibility: FormatCoded {
    var formatCode: UInt8 { KeyClass(self).rawValue }
}

extension AccessControl: FormatCoded {
    var formatCode: UInt8 {
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
    var formatCode: UInt8 {
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
    var formatCode: UInt8 {
        switch self {
        case .bytes: 1
        case .credential: 2
        }
    }
}

extension Invalidation.Reason: FormatCoded {
    var formatCode: UInt8 {
        switch self {
        case .passcodeRemoved: 1
        case .biometricsChanged: 2
        case .keyLost: 3
        }
    }
}
#endif
