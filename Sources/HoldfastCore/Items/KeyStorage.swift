/// Which hardware should hold the key behind an item.
public enum KeyStorage: String, Sendable, CaseIterable, Codable {
    /// The best that the platform uses by itself.
    case automatic
    /// Android: StrongBox where there is one, else the trusted execution environment.
    case strongbox
    /// Android: StrongBox, or the write fails with `HARDWARE_UNAVAILABLE`.
    case strongboxRequired
    /// Linux: the TPM where there is one, else a file.
    case tpm
    /// Linux: the TPM, or the write fails with `HARDWARE_UNAVAILABLE`.
    case tpmRequired
    /// Apple: the Secure Enclave, for keys.
    case secureEnclave
}
