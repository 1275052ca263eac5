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
    /// Which rows of the keychain are the library's, the first place first.
    let places: [ForeignPlace]
    /// The service that items get here unless another is chosen.
    let targetService: String

    private init(_ layout: Layout, _ places: [ForeignPlace], target: String) {
        self.layout = layout
        self.places = places
        targetService = target
    }

    private init(_ layout: Layout, services: [String], target: String) {
        self.init(layout, services.map { ForeignPlace(service: $0) }, target: target)
    }

    /// KeychainAccess 4.2 with generic passwords; also SimpleKeychain 1.3.
    ///
    /// - Parameter service: as given to `Keychain(service:)`; its default is the bundle identifier.
    /// - Returns: the layout.
    public static func keychainAccess(service: String) -> KeychainLibrary {
        KeychainLibrary(.plain, services: [service], target: service)
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
        KeychainLibrary(.withoutService(prefix: keyPrefix), services: [""], target: target)
    }

    /// flutter_secure_storage 10 on iOS and macOS, also with values sealed by the Secure Enclave.
    ///
    /// - Parameter accountName: the option of that name.
    /// - Returns: the layout.
    public static func flutterSecureStorage(
        accountName: String = "flutter_secure_storage_service"
    ) -> KeychainLibrary {
        KeychainLibrary(.flutter, services: [accountName], target: accountName)
    }

    /// react-native-keychain 10 with generic passwords; the user name becomes the item's name.
    ///
    /// - Parameter service: the option of that name; its default is the bundle identifier.
    /// - Returns: the layout.
    public static func reactNativeKeychain(service: String) -> KeychainLibrary {
        KeychainLibrary(.plain, services: [service], target: service)
    }

    /// expo-secure-store, with and without authentication, and its older form.
    ///
    /// - Parameter keychainService: the option of that name.
    /// - Returns: the layout.
    public static func expoSecureStore(keychainService: String = "app") -> KeychainLibrary {
        // In the order in which the library itself looks.
        KeychainLibrary(
            .expo,
            services: [
                "\(keychainService):no-auth", "\(keychainService):auth", keychainService,
            ], target: keychainService)
    }

    /// SwiftKeychainWrapper 4; only texts and data, since archives name classes of the app.
    ///
    /// - Parameter serviceName: as given to `KeychainWrapper(serviceName:)`; its default is the
    ///   bundle identifier.
    /// - Returns: the layout.
    public static func swiftKeychainWrapper(serviceName: String) -> KeychainLibrary {
        KeychainLibrary(.archived, services: [serviceName], target: serviceName)
    }

    // MARK: - Internet passwords

    /// KeychainAccess 4.2 with internet passwords.
    ///
    /// - Parameters:
    ///   - server: the host of the URL given to `Keychain(server:protocolType:)`.
    ///   - port: the port of that URL; `nil` for any.
    /// - Returns: the layout; items get the server as their service.
    public static func keychainAccess(server: String, port: Int? = nil) -> KeychainLibrary {
        KeychainLibrary(
            .plain, [ForeignPlace(server: server, port: port)], target: server)
    }

    /// react-native-keychain 10 with internet passwords; the user name becomes the item's name.
    ///
    /// - Parameter server: as given to `setInternetCredentials`, also where that is a whole URL.
    /// - Returns: the layout; items get the server as their service.
    public static func reactNativeKeychain(server: String) -> KeychainLibrary {
        KeychainLibrary(.plain, [ForeignPlace(server: server, port: nil)], target: server)
    }

    /// A layout of Valet, whose services are made from a configuration.
    static func valet(
        service: String, accessGroup: String?, target: String
    ) -> KeychainLibrary {
        KeychainLibrary(
            .valet, [ForeignPlace(service: service, accessGroup: accessGroup)], target: target)
    }
}
