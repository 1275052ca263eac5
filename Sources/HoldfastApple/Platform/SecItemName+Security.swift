#if canImport(Security)
import Security

extension SecItemName {
    /// The platform's constant for a raw key.
    ///
    /// The raw strings are those of `SecItemConstants.c`; the constants are what Apple promises, so
    /// keys are taken from here and never from the strings.
    static func constant(_ raw: String) -> CFString? {
        constants.first { $0.raw == raw }?.constant
    }

    /// The keys of attributes and values that an answer can have.
    static let answered: [String] = [
        account, service, accessGroup, synchronizable, accessible, generic, label, creator, type,
        creationDate, modificationDate, valueData, server, internetProtocol, authenticationType,
        securityDomain, port, path,
    ]

    private static var constants: [(raw: String, constant: CFString)] {
        attributes + internetAttributes + options
    }

    private static var attributes: [(raw: String, constant: CFString)] {
        [
            (itemClass, kSecClass), (account, kSecAttrAccount), (service, kSecAttrService),
            (accessGroup, kSecAttrAccessGroup), (synchronizable, kSecAttrSynchronizable),
            (accessible, kSecAttrAccessible), (accessControl, kSecAttrAccessControl),
            (generic, kSecAttrGeneric), (label, kSecAttrLabel),
            (description, kSecAttrDescription), (comment, kSecAttrComment),
            (creator, kSecAttrCreator), (type, kSecAttrType),
            (creationDate, kSecAttrCreationDate), (modificationDate, kSecAttrModificationDate),
            (valueData, kSecValueData), (applicationTag, kSecAttrApplicationTag),
        ]
    }

    private static var internetAttributes: [(raw: String, constant: CFString)] {
        [
            (server, kSecAttrServer), (internetProtocol, kSecAttrProtocol),
            (authenticationType, kSecAttrAuthenticationType),
            (securityDomain, kSecAttrSecurityDomain), (port, kSecAttrPort), (path, kSecAttrPath),
        ]
    }

    private static var options: [(raw: String, constant: CFString)] {
        [
            (returnData, kSecReturnData), (returnAttributes, kSecReturnAttributes),
            (returnReference, kSecReturnRef), (matchLimit, kSecMatchLimit),
            (authenticationContext, kSecUseAuthenticationContext),
            (authenticationUI, kSecUseAuthenticationUI),
            (dataProtectionKeychain, kSecUseDataProtectionKeychain),
        ]
    }
}
#endif
