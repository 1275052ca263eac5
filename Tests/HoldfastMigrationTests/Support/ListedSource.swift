import HoldfastCore
import HoldfastCrypto
import HoldfastMigration

/// A source in memory that remembers what it was asked, and lets a test act between two calls.
final class ListedSource: MigrationSource {
    private struct State {
        var values: [String: SecretBytes]
        var calls: [String] = []
        var readError: KeychainError?
        var removalError: KeychainError?
        var afterRead: (@Sendable () -> Void)?
    }

    private let items: [MigrationItem]
    private let state: Locked<State>

    init(_ entries: [(handle: String, service: String, account: String, value: String)]) {
        items = entries.map {
            MigrationItem(handle: $0.handle, service: $0.service, account: $0.account)
        }
        let values = entries.map { ($0.handle, SecretBytes(utf8: $0.value)) }
        state = Locked(State(values: Dictionary(uniqueKeysWithValues: values)))
    }

    convenience init(_ names: String...) {
        self.init(names.map { ($0, "s", $0, "value of \($0)") })
    }

    var calls: [String] { state.withLock { $0.calls } }
    var handles: Set<String> { state.withLock { Set($0.values.keys) } }

    func set(_ handle: String, _ value: String?) {
        state.withLock { $0.values[handle] = value.map { SecretBytes(utf8: $0) } }
    }

    func failReading(_ error: KeychainError?) { state.withLock { $0.readError = error } }

    func failRemoving(_ error: KeychainError?) { state.withLock { $0.removalError = error } }

    /// Has something happen once, right after a value was handed out.
    func afterNextRead(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.afterRead = body }
    }

    func listing() async throws(KeychainError) -> MigrationListing {
        state.withLock { state in
            state.calls.append("list")
            return MigrationListing(items: items.filter { state.values[$0.handle] != nil })
        }
    }

    func read(_ item: MigrationItem) async throws(KeychainError) -> SecretBytes? {
        let (answer, after) = state.withLock { state in
            state.calls.append("read \(item.handle)")
            defer { state.afterRead = nil }
            let answer: Result<SecretBytes?, KeychainError> =
                state.readError.map { .failure($0) } ?? .success(state.values[item.handle])
            return (answer, state.afterRead)
        }
        after?()
        return try answer.get()
    }

    func remove(_ item: MigrationItem) async throws(KeychainError) {
        let answer: Result<Void, KeychainError> = state.withLock { state in
            state.calls.append("remove \(item.handle)")
            if let error = state.removalError { return .failure(error) }
            state.values[item.handle] = nil
            return .success(())
        }
        try answer.get()
    }
}
