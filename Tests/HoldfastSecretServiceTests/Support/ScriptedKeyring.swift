#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// A keyring in memory that does at each call what a test says.
final class ScriptedKeyring: Sendable {
    struct State {
        var items: [String: (attributes: KeyringAttributes, secret: SecretBytes)] = [:]
        var nextNumber = 1
        var owner = 1
        var isLocked = false
        /// Locks at a search and answers it with nothing.
        var locksOnSearch = false
        /// Is another one after a search that found nothing.
        var isReplacedOnSearch = false
        /// Gives other bytes back.
        var mangles = false
        /// Refuses to remove anything.
        var keepsItems = false
        /// How many calls work before all fail.
        var callsUntilFailure: Int?
    }

    let state = Locked(State())
}

/// A connection to it.
final class ScriptedCalls: KeyringCalls {
    private let keyring: ScriptedKeyring

    init(_ keyring: ScriptedKeyring) {
        self.keyring = keyring
    }

    private func call<R>(_ body: (inout ScriptedKeyring.State) -> R?) throws(KeychainError) -> R {
        let answer = keyring.state.withLock { state -> Result<R?, KeychainError> in
            if let left = state.callsUntilFailure {
                if left == 0 {
                    return .failure(
                        KeychainError(
                            .unknown, "the script says so", nativeDomain: "errno", nativeCode: 104))
                }
                state.callsUntilFailure = left - 1
            }
            return .success(body(&state))
        }
        guard let value = try answer.get() else { throw KeychainError.keyringItemGone }
        return value
    }

    var isOpen: Bool { true }
    func beginOperation(asking permission: PromptPermission?) {}
    func hasPrompter(_ owner: String) throws(KeychainError) -> Bool { true }
    func owner() throws(KeychainError) -> String { try call { ":1.\($0.owner)" } }
    func openSession(with owner: String) throws(KeychainError) { try call { _ in () } }
    func collection(alias: String) throws(KeychainError) -> String? {
        try call { _ in .some(alias == "default" ? "/c" : nil) }
    }
    func collections() throws(KeychainError) -> [String] { ["/c"] }
    func label(of collection: String) throws(KeychainError) -> String { "c" }
    func isLocked(_ collection: String) throws(KeychainError) -> Bool {
        try call { $0.isLocked }
    }

    func search(
        _ collection: String, _ attributes: KeyringAttributes
    ) throws(KeychainError) -> [String] {
        try call { state in
            if state.locksOnSearch { state.isLocked = true }
            if state.isReplacedOnSearch { state.owner += 1 }
            if state.isLocked || state.isReplacedOnSearch { return [] }
            return state.items.filter { $0.value.attributes.contains(attributes) }.map(\.key)
        }
    }

    func item(_ path: String) throws(KeychainError) -> KeyringItem {
        try call { state in
            state.items[path].map {
                KeyringItem(
                    path: path, attributes: $0.attributes, created: UnixTime(seconds: 1),
                    modified: UnixTime(seconds: 1))
            }
        }
    }

    func secret(of path: String) throws(KeychainError) -> SecretBytes {
        try call { state in
            state.items[path].map { state.mangles ? SecretBytes([0]) : $0.secret }
        }
    }

    func create(
        _ secret: SecretBytes, attributes: KeyringAttributes, label: String,
        in collection: String
    ) throws(KeychainError) -> String {
        try call { state in
            let path = "/\(state.nextNumber)"
            state.nextNumber += 1
            state.items[path] = (attributes, secret)
            return path
        }
    }

    func set(_ secret: SecretBytes, of path: String) throws(KeychainError) {
        try call { state in
            state.items[path].map { state.items[path] = ($0.attributes, secret) }
        }
    }

    func remove(_ path: String) throws(KeychainError) -> Bool {
        let keeps = try call { $0.keepsItems }
        if keeps { throw KeychainError(.authRequired, "the script keeps items") }
        return keyring.state.withLock { $0.items.removeValue(forKey: path) != nil }
    }

    func lockWriters() throws(KeychainError) { try call { _ in () } }
    func unlockWriters() throws(KeychainError) { try call { _ in () } }
    func unlock(_ collection: String) throws(KeychainError) -> Bool { false }
}
#endif
