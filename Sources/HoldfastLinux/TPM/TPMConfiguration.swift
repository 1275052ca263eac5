#if os(Linux) && TPM
import Glibc
public import HoldfastCore

/// Which TPM is used, and who asks for the PIN of its keys.
public struct TPMConfiguration: Sendable {
    /// Where the TPM is, as its library says it: `device:/dev/tpmrm0`, `swtpm:path=SOCKET`,
    /// `swtpm:host=HOST,port=PORT`, `mssim:…` or `tabrmd:…`.
    public var address: String
    /// Who asks the person for the PIN of a key; `nil`: nobody can, and a prompt is `NO_ACTIVITY`.
    ///
    /// At creation it is asked once, and what it gives is the key's PIN: a source that wants it typed
    /// twice asks twice itself.
    public var pinSource: (any PasscodeSource)?
    /// How long one use of the TPM may take before it is `HARDWARE_UNAVAILABLE` (`ETIMEDOUT`).
    ///
    /// A slow TPM takes a second for a key, and another program's long command comes first.
    public var timeLimit: Duration = .seconds(30)

    /// The kernel's TPM behind its resource manager.
    public static let standardAddress = "device:/dev/tpmrm0"

    /// Takes a TPM, by default the machine's own.
    ///
    /// - Parameters:
    ///   - address: where it is; looked at when the TPM is first used.
    ///   - pinSource: who asks for PINs.
    public init(
        address: String = TPMConfiguration.standardAddress, pinSource: (any PasscodeSource)? = nil
    ) {
        self.address = address
        self.pinSource = pinSource
    }

    /// The TPM that `HOLDFAST_TPM` says, or else the machine's own.
    ///
    /// - Parameter pinSource: who asks for PINs.
    /// - Returns: a configuration, whose address nobody has looked at.
    /// - Throws: `INVALID_ARGUMENT` if the variable is not UTF-8.
    public static func ofProcess(
        pinSource: (any PasscodeSource)? = nil
    ) throws(KeychainError) -> TPMConfiguration {
        guard let value = getenv(variable), value.pointee != 0 else {
            return TPMConfiguration(pinSource: pinSource)
        }
        guard let address = String(validatingCString: value) else {
            throw KeychainError(.invalidArgument, "the variable \(variable) is not UTF-8 text")
        }
        return TPMConfiguration(address: address, pinSource: pinSource)
    }

    /// The environment variable that ``ofProcess(pinSource:)`` looks at.
    public static let variable = "HOLDFAST_TPM"
}
#endif
