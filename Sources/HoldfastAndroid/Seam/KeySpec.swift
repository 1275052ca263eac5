/// What a key is asked to be: `KeyGenParameterSpec`, as far as this package uses it.
public struct KeySpec: Sendable, Equatable {
    /// Algorithm and purposes in one, as the package needs them.
    public enum Algorithm: String, Sendable, CaseIterable {
        /// AES-256 in GCM without padding, to encrypt and decrypt; the Keystore draws the nonce.
        case aes256GCM
        /// EC P-256, to sign with SHA-256.
        case p256Sign
        /// EC P-256, for ECDH; from API 31 on.
        case p256Agree
    }

    /// What a person must show, as the bits of `BiometricManager.Authenticators`.
    public struct Authenticators: OptionSet, Sendable, Hashable {
        /// The platform's bits.
        public let rawValue: Int

        /// Takes the platform's bits.
        ///
        /// - Parameter rawValue: a combination that the platform knows.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// `BIOMETRIC_STRONG`: a class 3 biometric.
        public static let biometricStrong = Authenticators(rawValue: 0x000F)
        /// `DEVICE_CREDENTIAL`: PIN, pattern or password.
        public static let deviceCredential = Authenticators(rawValue: 0x8000)
    }

    /// Algorithm and purposes.
    public var algorithm: Algorithm
    /// `setUserAuthenticationRequired` and the types of `setUserAuthenticationParameters`; `nil`
    /// needs nobody.
    public var authenticators: Authenticators?
    /// The time-out of `setUserAuthenticationParameters` in seconds; 0 asks at every use.
    public var authValiditySeconds: Int
    /// `setInvalidatedByBiometricEnrollment`.
    public var isInvalidatedByEnrolment: Bool
    /// `setUnlockedDeviceRequired`, from API 28 on.
    public var needsUnlockedDevice: Bool
    /// `setIsStrongBoxBacked`, from API 28 on.
    public var isStrongBoxBacked: Bool

    /// Takes the parts, unchecked; the platform refuses what it does not have.
    ///
    /// - Parameters:
    ///   - algorithm: algorithm and purposes.
    ///   - authenticators: what a person must show.
    ///   - authValiditySeconds: for how long it counts; 0 asks at every use.
    ///   - isInvalidatedByEnrolment: whether a new finger or face ends the key.
    ///   - needsUnlockedDevice: whether the key works only while unlocked.
    ///   - isStrongBoxBacked: whether the key must live in StrongBox.
    public init(
        _ algorithm: Algorithm, authenticators: Authenticators? = nil,
        authValiditySeconds: Int = 0, isInvalidatedByEnrolment: Bool = true,
        needsUnlockedDevice: Bool = false, isStrongBoxBacked: Bool = false
    ) {
        self.algorithm = algorithm
        self.authenticators = authenticators
        self.authValiditySeconds = authValiditySeconds
        self.isInvalidatedByEnrolment = isInvalidatedByEnrolment
        self.needsUnlockedDevice = needsUnlockedDevice
        self.isStrongBoxBacked = isStrongBoxBacked
    }
}
