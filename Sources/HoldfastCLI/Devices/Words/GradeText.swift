import HoldfastWire

/// What keeps a key from being copied, in words.
enum GradeText {
    /// One word, for scripts.
    static func word(_ grade: GradeCode) -> String {
        switch grade {
        case .software: "software"
        case .tpm: "tpm"
        case .trustedEnvironment: "trustedEnvironment"
        case .strongBox: "strongBox"
        case .secureEnclave: "secureEnclave"
        case .softwareWrapped: "softwareWrapped"
        case .recoveryPhrase: "recoveryPhrase"
        default: "unknown"
        }
    }

    /// Both keys of a device, and whether it has the third.
    static func line(_ device: DeviceRecord) -> String {
        let presence =
            device.presenceKey == nil ? "none that needs the person" : "one for the person"
        return "signing \(words(device.signingGrade)), agreement"
            + " \(words(device.agreementGrade)), \(presence)"
    }

    private static func words(_ grade: GradeCode) -> String {
        switch grade {
        case .software: "in software"
        case .tpm: "in the TPM"
        case .trustedEnvironment: "in Android's trusted environment"
        case .strongBox: "in StrongBox"
        case .secureEnclave: "in the Secure Enclave"
        case .softwareWrapped: "in software under a key of the hardware"
        case .recoveryPhrase: "from the recovery phrase"
        default: "of a newer kind"
        }
    }
}
