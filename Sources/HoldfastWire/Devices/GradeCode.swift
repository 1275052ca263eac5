/// What keeps a device's key from being copied, as its record says.
///
/// The set is open: a grade of a later version is carried along and shown as unknown, and is worth
/// no more than `software`.
public struct GradeCode: RawRepresentable, Sendable, Hashable {
    /// The code on the wire.
    public let rawValue: UInt8

    /// Takes a code.
    ///
    /// - Parameter rawValue: 0 to 255.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No hardware.
    public static let software = GradeCode(rawValue: 1)
    /// A TPM 2.0.
    public static let tpm = GradeCode(rawValue: 2)
    /// Android's trusted execution environment.
    public static let trustedEnvironment = GradeCode(rawValue: 3)
    /// A separate secure processor on Android.
    public static let strongBox = GradeCode(rawValue: 4)
    /// Apple's Secure Enclave.
    public static let secureEnclave = GradeCode(rawValue: 5)
    /// A key in software that is stored under a key in hardware, where the hardware cannot agree.
    public static let softwareWrapped = GradeCode(rawValue: 6)
    /// No device's keys, but the person's recovery phrase's (``DeviceRecord/isRecoveryRecipient``).
    public static let recoveryPhrase = GradeCode(rawValue: 7)
}
