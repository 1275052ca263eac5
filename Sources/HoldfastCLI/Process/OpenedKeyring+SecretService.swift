#if os(Linux) && SecretService
import HoldfastCore
import HoldfastLinux

extension OpenedKeyring {
    /// The keyring of this session, by what the environment says.
    static func open(
        _ choice: StoreChoice, environment: Environment
    ) throws(KeychainError) -> OpenedKeyring {
        var variables: [String: String] = [:]
        for name in SecretServiceConfiguration.variables {
            if let value = try environment.text(name) { variables[name] = value }
        }
        var configuration = try SecretServiceConfiguration.standard(environment: variables)
        switch choice {
        case .vault, .secretService: configuration.layout = .native
        case .pythonKeyring: configuration.layout = .shared(.pythonKeyring)
        case .secretTool: configuration.layout = .shared(.secretTool)
        }
        if let name = try environment.text(StoreChoice.collectionVariable), !name.isEmpty {
            configuration.collection = .named(name)
        }
        let store = SecretServiceStore(configuration)
        return OpenedKeyring(store: store) { store.warnings }
    }
}
#endif
