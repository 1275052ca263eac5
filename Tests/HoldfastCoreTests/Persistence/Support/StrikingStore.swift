import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLab

/// Which calls of a process fail, or are its last.
final class Strikes: Sendable {
    enum Blow: CaseIterable, Sendable {
        case errorBefore
        case errorAfter
        case deathBefore
        case deathAfter
    }

    private struct State: Sendable {
        var blows: [Int: Blow]
        var count = 0
        var isDead = false
    }

    static let error = KeychainError(
        .unknown, "struck", nativeDomain: "errno", nativeCode: 5)
    private let state: Locked<State>

    /// - Parameter blows: by the number of the call, the first one is 1.
    init(_ blows: [Int: Blow] = [:]) {
        state = Locked(State(blows: blows))
    }

    /// How many calls the process made.
    var count: Int { state.withLock { $0.count } }

    /// Runs a call, unless the process is dead or this call is struck.
    func run<Answer>(_ body: () throws(KeychainError) -> Answer) throws(KeychainError) -> Answer {
        let blow = try next()
        if blow == .errorBefore { throw Self.error }
        let answer = try body()
        if blow == .errorAfter { throw Self.error }
        if blow == .deathAfter { throw die() }
        return answer
    }

    /// As ``run(_:)``, for a call that waits.
    func runAsync<Answer>(
        _ body: () async throws(KeychainError) -> Answer
    ) async throws(KeychainError) -> Answer {
        let blow = try next()
        if blow == .errorBefore { throw Self.error }
        let answer = try await body()
        if blow == .errorAfter { throw Self.error }
        if blow == .deathAfter { throw die() }
        return answer
    }

    private func next() throws(KeychainError) -> Blow? {
        let (isDead, blow) = state.withLock { state -> (Bool, Blow?) in
            guard !state.isDead else { return (true, nil) }
            state.count += 1
            return (false, state.blows[state.count])
        }
        if isDead { throw Self.error }
        if blow == .deathBefore { throw die() }
        return blow
    }

    private func die() -> KeychainError {
        state.withLock { $0.isDead = true }
        return Self.error
    }
}

/// A store whose calls can be struck.
struct StrikingStore: PassThroughStore {
    let base: any ItemStore
    let strikes: Strikes
    /// What a read gives instead of what is stored.
    var lie: @Sendable (Item) -> Item = { $0 }
    /// Whether a write gives up when its task is cancelled.
    var givesUpWhenCancelled = false

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try readWithoutPrompt(key)
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try strikes.run { () throws(KeychainError) in try base.readWithoutPrompt(key) }.map(lie)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        if givesUpWhenCancelled && Task.isCancelled {
            throw KeychainError(.systemCanceled, "cancelled")
        }
        return try writeWithoutPrompt(value, for: key, options: options)
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        try strikes.run { () throws(KeychainError) in
            try base.writeWithoutPrompt(value, for: key, options: options)
        }
    }

    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await strikes.runAsync { () async throws(KeychainError) in
            try await base.replaceInvalidated(key, with: value, options: options, prompt: prompt)
        }
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try removeWithoutPrompt(key)
    }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try strikes.run { () throws(KeychainError) in try base.removeWithoutPrompt(key) }
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try attributesWithoutPrompt(of: key)
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try strikes.run { () throws(KeychainError) in try base.attributesWithoutPrompt(of: key) }
    }

}

/// A folder whose calls can be struck.
struct StrikingContainer: AppContainer {
    let container: any AppContainer
    let strikes: Strikes

    func readFile(_ name: String) throws(KeychainError) -> [UInt8]? {
        try strikes.run { () throws(KeychainError) in try container.readFile(name) }
    }

    func replaceFile(_ name: String, with bytes: [UInt8]) throws(KeychainError) {
        try strikes.run { () throws(KeychainError) in
            try container.replaceFile(name, with: bytes)
        }
    }

    func removeFile(_ name: String) throws(KeychainError) {
        try strikes.run { () throws(KeychainError) in try container.removeFile(name) }
    }

    func withLock<Answer: Sendable>(
        _ body: () throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer {
        try container.withLock(body)
    }
}
