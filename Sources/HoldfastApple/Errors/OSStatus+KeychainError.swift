import HoldfastCore

/// The `OSStatus` numbers that the backend branches on.
enum Status {
    static let success: Int32 = 0
    static let duplicate: Int32 = -25299
    static let notFound: Int32 = -25300
    static let interactionNotAllowed: Int32 = -25308
    static let notAvailable: Int32 = -25291
    static let authFailed: Int32 = -25293
    static let decode: Int32 = -26275

    static let domain = "NSOSStatusErrorDomain"
}

extension KeychainError {
    /// The error for a keychain call's answer.
    ///
    /// What a number means beyond its row, because of the call and the item, is decided where the
    /// call is made: the keychain hides most reasons behind -25293.
    init(status: Int32, _ what: String) {
        self.init(Int(status), in: Status.domain, Self.statusTable, what)
    }

    /// What each `OSStatus` of the keychain means; a number that is missing here is `UNKNOWN`.
    ///
    /// - Note: Names and numbers: `base/SecBase.h` and `base/SecBasePriv.h` in Apple's published
    ///   Security source, version 61901. Where else a row comes from stands beside it.
    static let statusTable: [NativeCode] = [
        NativeCode(0, "errSecSuccess", nil),
        // The store's answer, and only where it is known to be answering.
        NativeCode(-25300, "errSecItemNotFound", nil),
        // SecItem.h: "if the item's data is not available until a device unlock occurs"; also a
        // prompt that would be needed and is forbidden, which the backend tells apart itself.
        NativeCode(-25308, "errSecInteractionNotAllowed", .interactionNotAllowed),
        // The legacy file keychain of macOS says it where -25308 is said elsewhere.
        NativeCode(-25315, "errSecInteractionRequired", .interactionNotAllowed),
        // SecItem.m, osstatus_for_localauthentication_error: the one cancel that is not hidden.
        NativeCode(-128, "errSecUserCanceled", .userCanceled),
        // SecItem.m, osstatus_for_localauthentication_error: all other LAErrors.
        NativeCode(-25293, "errSecAuthFailed", .authFailed),
        // SecItemServer.c: the client's groups do not hold the one asked for.
        NativeCode(-34018, "errSecMissingEntitlement", .missingEntitlement),
        NativeCode(-50, "errSecParam", .invalidArgument),
        NativeCode(-25303, "errSecNoSuchAttr", .invalidArgument),
        NativeCode(-25306, "errSecNoSuchClass", .invalidArgument),
        NativeCode(-4, "errSecUnimplemented", .unsupported),
        // App Clips alone get it: the call does not exist for them.
        NativeCode(-34020, "errSecRestrictedAPI", .unsupported),
        // Hardly ever seen: securityd skips rows that do not decode and answers "not found".
        NativeCode(-26275, "errSecDecode", .dataCorrupted),
        // The conflict of two writers, after the retries of a write.
        NativeCode(-25299, "errSecDuplicateItem", .unknown),
        // Disk full, database not open, daemon gone: osstatus_for_s3e and the XPC client.
        NativeCode(-25291, "errSecNotAvailable", .unknown),
        NativeCode(-25292, "errSecReadOnly", .unknown),
        NativeCode(-25304, "errSecInvalidItemRef", .unknown),
        NativeCode(-25316, "errSecDataNotAvailable", .unknown),
        // Internal to client and daemon, which turn it into a prompt.
        NativeCode(-25330, "errSecAuthNeeded", .unknown),
        NativeCode(-26276, "errSecInternal", .unknown),
        // Declared and not used in the source.
        NativeCode(-34019, "errSecUpgradePending", .unknown),
        NativeCode(-36, "errSecIO", .unknown),
        NativeCode(-34, "errSecDiskFull", .unknown),
        NativeCode(-108, "errSecAllocate", .unknown),
        NativeCode(-909, "errSecBadReq", .unknown),
    ]
}
