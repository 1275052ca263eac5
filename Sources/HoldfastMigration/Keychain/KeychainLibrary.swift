/// How a library lays its items in Apple's keychain.
///
/// - Note: Read in the sources of each library at the version named with it.
public struct KeychainLibrary: Sendable, Equatable {
    enum Layout: Sendable, Equatable {
        /// One service, account as text.
        case plain
        /// No service at all; the account begins with a prefix that is no part of the name.
        case withoutService(prefix: String)
        /// As plain, with the canary that Valet keeps beside its items.
        case valet
        /// As plain, with keys wrapped by the Secure Enclave beside some items.
        case flutter
        /// Account as data; several services, of which the first that has a name counts.
        case expo
        /// Account as data; values that are no text are archives.
        case archived
    }

    let layout: Layout
    /// The values of `svce`, the first one first.
    let services: [String]
    /// The service that items get here unless another is chosen.
    let targetService: String

    private init(_ layout: Layout, _ services: [String], target: String) {
        self.layout = layout
        self.services = services
        targetService = target
    }

    /// KeychainAccess 4.2 with generic passwords; also SimpleKeychain 1.3.
    ///
    /// - Parameter service: as given to `Keychain(service:)`; its default is the bundle identifier.
    /// - Returns: the layout.
    public static func keychainAccess(service: String) -> KeychainLibrary {
        KeychainLibrary(.plain, [service], target: service)
    }

    /// keychain-swift 24, which sets no service.
    ///
    /// - Parameters:
    ///   - keyPrefix: as given to `KeychainSwift(keyPrefix:)`; items without it are another's.
    ///   - target: the service that the items get here.
    /// - Returns: the layout.
    public static func keychainSwift(
        keyPrefix: String = "", movingTo target: String
    ) -> KeychainLibrary {
        KeychainLibrary(.withoutService(prefix: keyPrefix), [""], target: target)
    }

    /// Valet 5.1 with an identifier of its own (no access group).
    ///
    /// - Parameters:
    ///   - identifier: as given to `Valet.valet(with:accessibility:)`.
    ///   - accessibility: the word of Valet: `WhenUnlocked`, `AfterFirstUnlock`,
    ///     `WhenPasscodeSetThisDeviceOnly`, `WhenUnlockedThisDeviceOnly` or
    ///     `AfterFirstUnlockThisDeviceOnly`.
    ///   - isSynchronizable: whether it was made by `Valet.iCloudValet`.
    /// - Returns: the layout; items get the identifier as their service.
    public static func valet(
        identifier: String, accessibility: String, isSynchronizable: Bool = false
    ) -> KeychainLibrary {
        let kind = isSynchronizable ? "VALSynchronizableValet" : "VALValet"
        let service =
            "VAL_\(kind)_initWithIdentifier:accessibility:_\(identifier)_Accessible\(accessibility)"
        return KeychainLibrary(.valet, [service], target: identifier)
    }

    /// flutter_secure_storage 10 on iOS and macOS.
    ///
    /// - Parameter accountName: the option of that name.
    /// - Returns: the layout.
    public static func flutterSecureStorage(
        accountName: String = "flutter_secure_storage_service"
    ) -> KeychainLibrary {
        KeychainLibrary(.flutter, [accountName], target: accountName)
    }

    /// react-native-keychain 10 with generic passwords; the user name becomes the item's name.
    ///
    /// - Parameter service: the option of that name; its default is the bundle identifier.
    /// - Returns: the layout.
    public static func reactNativeKeychain(service: String) -> KeychainLibrary {
        KeychainLibrary(.plain, [service], target: service)
    }

    /// expo-secure-store, with and without authentication, and its older form.
    ///
    /// - Parameter keychainService: the option of that name.
    /// - Returns: the layout.
    public static func expoSecureStore(keychainService: String = "app") -> KeychainLibrary {
        // In the order in which the library itself looks.
        KeychainLibrary(
            .expo, ["\(keychainService):no-auth", "\(keychainService):auth", keychainService],
            target: keychainService)
    }

    /// SwiftKeychainWrapper 4; only texts and data, since archives name classes of the app.
    ///
    /// - Parameter serviceName: as given to `KeychainWrapper(serviceName:)`; its default is the
    ///   bundle identifier.
    /// - Returns: the layout.
    public static func swiftKeychainWrapper(serviceName: String) -> KeychainLibrary {
        KeychainLibrary(.archived, [serviceName], target: serviceName)
    }
}
