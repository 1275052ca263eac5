/// The `OSStatus` numbers of the keychain calls, by their names without `errSec`.
///
/// - Note: `SecBase.h` in Apple's published Security source, version 61901.
enum SecStatus {
    static let success: Int32 = 0
    static let unimplemented: Int32 = -4
    static let param: Int32 = -50
    static let userCanceled: Int32 = -128
    static let notAvailable: Int32 = -25291
    static let authFailed: Int32 = -25293
    static let duplicateItem: Int32 = -25299
    static let itemNotFound: Int32 = -25300
    static let noSuchAttr: Int32 = -25303
    static let noSuchClass: Int32 = -25306
    static let interactionNotAllowed: Int32 = -25308
    static let decode: Int32 = -26275
    static let internalError: Int32 = -26276
    static let missingEntitlement: Int32 = -34018

    private static let names: [Int32: String] = [
        0: "errSecSuccess", -4: "errSecUnimplemented", -34: "errSecDiskFull", -36: "errSecIO",
        -50: "errSecParam", -108: "errSecAllocate", -128: "errSecUserCanceled",
        -25291: "errSecNotAvailable", -25292: "errSecReadOnly", -25293: "errSecAuthFailed",
        -25299: "errSecDuplicateItem", -25300: "errSecItemNotFound", -25303: "errSecNoSuchAttr",
        -25306: "errSecNoSuchClass", -25308: "errSecInteractionNotAllowed",
        -25316: "errSecDataNotAvailable", -26275: "errSecDecode", -26276: "errSecInternal",
        -34018: "errSecMissingEntitlement",
    ]

    static func name(_ status: Int32) -> String { names[status] ?? "OSStatus" }

    static func failure(_ status: Int32) -> NativeFailure {
        NativeFailure(domain: "NSOSStatusErrorDomain", code: Int(status), name: name(status))
    }

    static func text(_ status: Int32) -> String {
        status == success ? "0" : "\(name(status)) (\(status))"
    }
}
