import HoldfastCore
import HoldfastCrypto

/// A store that passes every call on and records what the app asks and is told.
struct RecordingStore: ItemStore {
    let base: any ItemStore
    let process: AppProcess
    let run: ScenarioRun

    var capabilities: StoreCapabilities { base.capabilities }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try base.canUse(accessControl)
    }

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await record(.read(key), { .item($0) }) { () async throws(KeychainError) in
            try await base.read(key, prompt: prompt)
        }
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try record(.read(key), { .item($0) }) { () throws(KeychainError) in
            try base.readWithoutPrompt(key)
        }
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await record(.write(key, value), { _ in .stored(options.protection) }) {
            () async throws(KeychainError) in
            try await base.write(value, for: key, options: options, prompt: prompt)
        }
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        try record(.write(key, value), { _ in .stored(options.protection) }) {
            () throws(KeychainError) in
            try base.writeWithoutPrompt(value, for: key, options: options)
        }
    }

    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await record(.replaceInvalidated(key, value), { _ in .stored(options.protection) }) {
            () async throws(KeychainError) in
            try await base.replaceInvalidated(key, with: value, options: options, prompt: prompt)
        }
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await record(.remove(key), { _ in .removed }) { () async throws(KeychainError) in
            try await base.remove(key)
        }
    }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try record(.remove(key), { _ in .removed }) { () throws(KeychainError) in
            try base.removeWithoutPrompt(key)
        }
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try await record(.attributes(key), { .exists($0 != nil) }) {
            () async throws(KeychainError) in
            try await base.attributes(of: key)
        }
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try record(.attributes(key), { .exists($0 != nil) }) { () throws(KeychainError) in
            try base.attributesWithoutPrompt(of: key)
        }
    }

    func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try await record(.list(service), { .keys($0.map(\.key)) }) {
            () async throws(KeychainError) in
            try await base.list(service: service)
        }
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes] {
        try record(.list(service), { .keys($0.map(\.key)) }) { () throws(KeychainError) in
            try base.listWithoutPrompt(service: service)
        }
    }

    func availability() async -> StoreAvailability { await base.availability() }

    func availabilityUpdates() -> AsyncStream<StoreAvailability> { base.availabilityUpdates() }

    private func record<Answer: Sendable>(
        _ question: AppOperation.Question, _ told: (Answer) -> AppOperation.Answer,
        _ call: () async throws(KeychainError) -> Answer
    ) async throws(KeychainError) -> Answer {
        let operation = run.begin(question, process)
        defer { run.end(operation) }
        do {
            let answer = try await call()
            run.answer(operation, told(answer), process)
            finishLaterWork()
            return answer
        } catch {
            run.answer(operation, .refused(error), process)
            throw error
        }
    }

    private func record<Answer: Sendable>(
        _ question: AppOperation.Question, _ told: (Answer) -> AppOperation.Answer,
        _ call: () throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer {
        let operation = run.begin(question, process)
        defer { run.end(operation) }
        do {
            let answer = try call()
            run.answer(operation, told(answer), process)
            finishLaterWork()
            return answer
        } catch {
            run.answer(operation, .refused(error), process)
            throw error
        }
    }

    /// What a store left for later happens now, after the app was told.
    private func finishLaterWork() {
        (base as? any LaterWork)?.finish()
    }
}

/// A store that answers before it has done what was asked.
protocol LaterWork: Sendable {
    /// Does what was left.
    func finish()
}
