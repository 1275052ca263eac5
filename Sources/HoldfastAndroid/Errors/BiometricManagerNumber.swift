import HoldfastCore

/// The numbers of `BiometricManager.canAuthenticate`.
///
/// - Note: AOSP: `frameworks/base/core/java/android/hardware/biometrics/BiometricManager.java`, and
///   for the negative ones androidx.biometric. A lock-out is reported by none of them.
enum BiometricManagerNumber: Int, CaseIterable, Sendable {
    // BIOMETRIC_SUCCESS.
    case success = 0
    // BIOMETRIC_ERROR_HW_UNAVAILABLE.
    case hardwareUnavailable = 1
    // BIOMETRIC_ERROR_NONE_ENROLLED.
    case noneEnrolled = 11
    // BIOMETRIC_ERROR_NO_HARDWARE.
    case noHardware = 12
    // BIOMETRIC_ERROR_SECURITY_UPDATE_REQUIRED.
    case securityUpdateRequired = 15
    // androidx: BIOMETRIC_STATUS_UNKNOWN; older systems cannot say, and a prompt will tell.
    case statusUnknown = -1
    // androidx: BIOMETRIC_ERROR_UNSUPPORTED: this combination of authenticators does not exist.
    case unsupported = -2
}

extension BiometricManagerNumber {
    /// What it means for the biometrics of the device, whatever the lock screen is.
    var availability: AccessControlAvailability {
        switch self {
        case .success, .statusUnknown: .available
        case .hardwareUnavailable, .noHardware, .securityUpdateRequired: .noHardware
        case .noneEnrolled: .notEnrolled
        case .unsupported: .unsupportedOS
        }
    }

    /// Where the number comes from, for logs.
    static let domain = "android.hardware.biometrics.BiometricManager"

    /// What a number means.
    ///
    /// - Throws: `UNKNOWN` with the number if it has no row.
    static func availability(
        for number: Int
    ) throws(KeychainError) -> AccessControlAvailability {
        guard let row = BiometricManagerNumber(rawValue: number) else {
            throw KeychainError(
                .unknown, "the system gave no known answer about biometrics",
                nativeDomain: domain, nativeCode: number)
        }
        return row.availability
    }
}
