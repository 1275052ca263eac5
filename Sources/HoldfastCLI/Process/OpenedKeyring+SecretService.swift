#if os(Linux) && SecretService
import HoldfastCore
import HoldfastLinux

extension OpenedKeyring {
    /// What a doctor says of it.
    static func findings(environment: Environment) async -> [VaultFinding] {
        do {
            return await SecretServiceStore(try configuration(environment)).doctor()
        } catch {
            return [
                VaultFinding(
                    .note, "desktop keyring", error.message, advice: error.recovery)
            ]
        }
    }

    /// The keyring of this session, by what the environment says.
    static func open(
        _ choice: StoreChoice, environment: Environment
    ) throws(KeychainError) -> OpenedKeyring {
        var configuration = try configuration(environment)
        switch choice {
        case .vault, .secretService: configuration.layout = .native
        case .pythonKeyring: configuration.layout = .shared(.pythonKeyring)
        case .secretTool: configuration.layout = .shared(.secretTool)
        }
        let store = SecretServiceStore(configuration)
        return OpenedKeyring(store: store) { store.warnings }
    }

    private static func configuration(
        _ environment: Environment
    ) throws(KeychainError) -> SecretServiceConfiguration {
        var variables: [String: String] = [:]
        for name in SecretServiceConfiguration.variables {
            if let value = try environment.text(name) { variables[name] = value }
        }
        var configuration = try SecretServiceConfiguration.standard(environment: variables)
        if let name = try environment.text(StoreChoice.collectionVariable), !name.isEmpty {
            configuration.collection = .named(name)
        }
        return configuration
    }
}
#endif
