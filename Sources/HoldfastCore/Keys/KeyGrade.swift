/// What keeps a device key from being copied.
///
/// It is part of what is known of a key and never hidden: a peer decides by it what to trust.
public enum KeyGrade: String, Sendable, CaseIterable {
    /// Apple's Secure Enclave.
    case secureEnclave
    /// A separate secure processor on Android.
    case strongBox
    /// Android's trusted execution environment, on the main processor.
    case trustedEnvironment
    /// A TPM 2.0; a TPM that is itself software counts as ``software``, since its state can be copied.
    case tpm
    /// No hardware works with the key, and it is stored under a key that hardware keeps: the private
    /// half is in memory for the length of an operation, and a copy of the storage opens nowhere.
    case softwareWrapped
    /// No hardware: the key is as safe as the item store that it lies in.
    case software

    /// Whether the key never leaves the hardware that made it.
    public var isHardware: Bool {
        switch self {
        case .secureEnclave, .strongBox, .trustedEnvironment, .tpm: true
        case .softwareWrapped, .software: false
        }
    }
}
