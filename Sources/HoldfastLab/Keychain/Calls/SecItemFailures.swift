/// The ways in which the keychain's calls really fail, by call: what an explorer tries.
///
/// - Note: `SecItem.m`, `osstatus_for_s3e`; `SecKeybagSupport.c`, `create_cferror_from_aks`.
enum SecItemFailures {
    private static let plain = [-25308, -25291, -36].map(SecStatus.failure)

    /// Without "duplicate": only a row that is there makes a keychain say so.
    static let add = plain + [SecStatus.failure(SecStatus.authFailed)]
    /// Without "not found": a phone that lies so before the first unlock is a knob of its profile.
    static let copyMatching = update + [SecStatus.failure(SecStatus.userCanceled)]
    static let update = plain + [SecStatus.failure(SecStatus.authFailed)]
    static let delete = plain
    static let canEvaluate = [-5, -6, -7, -8].map(LAErrorCode.failure)
    static let evaluate = [-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -1004].map(LAErrorCode.failure)
}
