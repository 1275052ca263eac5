import HoldfastCore
import HoldfastCrypto

/// The app of the ready scenarios: a messenger with an identity key and some state.
///
/// It is a plain app that believes its store: an item is there, or it is not, or an error says that
/// this cannot be told now.
struct ChatApp {
    let store: any ItemStore
    let run: ScenarioRun

    init(_ run: ScenarioRun, inForeground: Bool = true) {
        self.run = run
        store = run.launch(inForeground: inForeground)
    }

    /// The key that decrypts what others send.
    static func identity() throws(KeychainError) -> ItemKey { try key("identity") }

    /// What the app knows of its conversations, for use in the background too.
    static func state() throws(KeychainError) -> ItemKey { try key("state") }

    /// The token of the person's session, for use while the phone is unlocked.
    static func token() throws(KeychainError) -> ItemKey { try key("token") }

    /// What brings the history to another phone.
    static func recovery() throws(KeychainError) -> ItemKey { try key("recovery key") }

    /// Loads the identity; registers a new one if there is none, or if its key is gone for good.
    func start(orRegister new: String, protection: ItemProtection) async throws(KeychainError) {
        let options = WriteOptions(protection: protection)
        do {
            if try await store.read(Self.identity()) != nil { return }
        } catch  where error.code == .keyInvalidated {
            try await store.replaceInvalidated(
                Self.identity(), with: run.value(new), options: options, prompt: .standard)
            return
        }
        try await store.write(run.value(new), for: Self.identity(), options: options)
    }

    /// Saves the state.
    func save(state label: String) async throws(KeychainError) {
        try await store.write(run.value(label), for: Self.state(), options: .for(.background))
    }

    /// Saves the token.
    func save(token label: String) async throws(KeychainError) {
        try await store.write(run.value(label), for: Self.token(), options: .for(.foreground))
    }

    private static func key(_ account: String) throws(KeychainError) -> ItemKey {
        try ItemKey(service: ScenarioRun.app.name, account: account)
    }
}
