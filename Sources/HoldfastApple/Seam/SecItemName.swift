/// The raw key and value strings of keychain dictionaries that this package uses.
///
/// - Note: `SecItemConstants.c` in Apple's published Security source, version 61901.
public enum SecItemName {
    /// `kSecClass`.
    public static let itemClass = "class"
    /// `kSecClassGenericPassword`, a value of ``itemClass``.
    public static let genericPassword = "genp"
    /// `kSecClassInternetPassword`, a value of ``itemClass``.
    public static let internetPassword = "inet"
    /// `kSecClassKey`, a value of ``itemClass``.
    public static let cryptographicKey = "keys"
    /// `kSecAttrApplicationTag`.
    public static let applicationTag = "atag"
    /// `kSecAttrServer`.
    public static let server = "srvr"
    /// `kSecAttrProtocol`.
    public static let internetProtocol = "ptcl"
    /// `kSecAttrAuthenticationType`.
    public static let authenticationType = "atyp"
    /// `kSecAttrSecurityDomain`.
    public static let securityDomain = "sdmn"
    /// `kSecAttrPort`.
    public static let port = "port"
    /// `kSecAttrPath`.
    public static let path = "path"
    /// `kSecAttrAccount`.
    public static let account = "acct"
    /// `kSecAttrService`.
    public static let service = "svce"
    /// `kSecAttrAccessGroup`.
    public static let accessGroup = "agrp"
    /// `kSecAttrSynchronizable`.
    public static let synchronizable = "sync"
    /// `kSecAttrSynchronizableAny`, a value of ``synchronizable``.
    public static let synchronizableAny = "syna"
    /// `kSecAttrAccessible`.
    public static let accessible = "pdmn"
    /// `kSecAttrAccessControl`.
    public static let accessControl = "accc"
    /// `kSecAttrGeneric`.
    public static let generic = "gena"
    /// `kSecAttrLabel`.
    public static let label = "labl"
    /// `kSecAttrDescription`.
    public static let description = "desc"
    /// `kSecAttrComment`.
    public static let comment = "icmt"
    /// `kSecAttrCreator`.
    public static let creator = "crtr"
    /// `kSecAttrType`.
    public static let type = "type"
    /// `kSecAttrCreationDate`.
    public static let creationDate = "cdat"
    /// `kSecAttrModificationDate`.
    public static let modificationDate = "mdat"
    /// `kSecValueData`.
    public static let valueData = "v_Data"
    /// `kSecReturnData`.
    public static let returnData = "r_Data"
    /// `kSecReturnRef`.
    public static let returnReference = "r_Ref"
    /// `kSecReturnAttributes`.
    public static let returnAttributes = "r_Attributes"
    /// `kSecMatchLimit`.
    public static let matchLimit = "m_Limit"
    /// `kSecMatchLimitOne`, a value of ``matchLimit``.
    public static let matchLimitOne = "m_LimitOne"
    /// `kSecMatchLimitAll`, a value of ``matchLimit``.
    public static let matchLimitAll = "m_LimitAll"
    /// `kSecUseAuthenticationContext`.
    public static let authenticationContext = "u_AuthCtx"
    /// `kSecUseAuthenticationUI`.
    public static let authenticationUI = "u_AuthUI"
    /// `kSecUseAuthenticationUIFail`, a value of ``authenticationUI``.
    public static let authenticationUIFail = "u_AuthUIF"
    /// `kSecUseAuthenticationUISkip`, a value of ``authenticationUI``.
    public static let authenticationUISkip = "u_AuthUIS"
    /// `kSecUseDataProtectionKeychain`.
    public static let dataProtectionKeychain = "nleg"
    /// `kSecAttrAccessibleWhenUnlocked`, a value of ``accessible``.
    public static let whenUnlocked = "ak"
    /// `kSecAttrAccessibleAfterFirstUnlock`, a value of ``accessible``.
    public static let afterFirstUnlock = "ck"
    /// `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`, a value of ``accessible``.
    public static let whenUnlockedThisDeviceOnly = "aku"
    /// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`, a value of ``accessible``.
    public static let afterFirstUnlockThisDeviceOnly = "cku"
    /// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`, a value of ``accessible``.
    public static let whenPasscodeSetThisDeviceOnly = "akpu"
}
