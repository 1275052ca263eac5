import HoldfastCore
import HoldfastCrypto

/// A store that passes every call on, but for the one hook in which a fault is planted.
struct FaultyStore: ItemStore {
    typealias Outcome<Answer> = Result<Answer, KeychainError>
    typealias Write = (key: ItemKey, value: SecretBytes, options: WriteOptions)

    let base: any ItemStore
    /// What becomes of a name before it is looked up.
    var name: @Sendable (ItemKey) -> ItemKey = { $0 }
    var canUseAnswer:
        @Sendable (AccessControl, Outcome<AccessControlAvailability>)
            -> Outcome<AccessControlAvailability> = { $1 }
    var readAnswer: @Sendable (Outcome<Item?>) -> Outcome<Item?> = { $0 }
    /// What is done before a write, and with what the write goes on.
    var beforeWrite: @Sendable (any ItemStore, inout Write) throws(KeychainError) -> Void
    var written: @Sendable (ItemKey, Outcome<ItemVersion>) -> Outcome<ItemVersion> = { $1 }
    /// Called in the place of `replaceInvalidated`, if set.
    var replacesAnything = false
    var beforeRemoval: @Sendable (any ItemStore, ItemKey) throws(KeychainError) -> Void
    var removed: @Sendable (Outcome<Bool>) -> Outcome<Bool> = { $0 }
    var attributesAnswer: @Sendable (Outcome<ItemAttributes?>) -> Outcome<ItemAttributes?> = { $0 }
    /// Which service is asked for, `nil` for all, and which of the answers are given.
    var listed: @Sendable (String?, any ItemStore) throws(KeychainError) -> [ItemAttributes]
    var updates: @Sendable (AsyncStream<StoreAvailability>) -> AsyncStream<StoreAvailability> = {
        $0
    }

    init(_ base: any ItemStore) {
        self.base = base
        beforeWrite = { _, _ in }
        beforeRemoval = { _, _ in }
        listed = { (service, base) throws(KeychainError) in
            try base.listWithoutPrompt(service: service)
        }
    }

    var capabilities: StoreCapabilities { base.capabilities }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try canUseAnswer(
            accessControl,
            outcome { () throws(KeychainError) in
                try base.canUse(accessControl)
            }
        ).get()
    }

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        let answer: Outcome<Item?>
        do {
            answer = .success(try await base.read(name(key), prompt: prompt))
        } catch {
            answer = .failure(error)
        }
        return try readAnswer(answer).get()
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try readAnswer(
            outcome { () throws(KeychainError) in try base.readWithoutPrompt(name(key)) }
        )
        .get()
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        var write: Write = (name(key), value, options)
        try beforeWrite(base, &write)
        let answer: Outcome<ItemVersion>
        do {
            answer = .success(
                try await base.write(
                    write.value, for: write.key, options: write.options, prompt: prompt))
        } catch {
            answer = .failure(error)
        }
        return try written(key, answer).get()
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        var write: Write = (name(key), value, options)
        try beforeWrite(base, &write)
        return try written(
            key,
            outcome { () throws(KeychainError) in
                try base.writeWithoutPrompt(write.value, for: write.key, options: write.options)
            }
        ).get()
    }

    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        if replacesAnything {
            return try await base.write(value, for: name(key), options: options, prompt: prompt)
        }
        return try await base.replaceInvalidated(
            name(key), with: value, options: options, prompt: prompt)
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try removeWithoutPrompt(key)
    }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try beforeRemoval(base, name(key))
        return try removed(
            outcome { () throws(KeychainError) in try base.removeWithoutPrompt(name(key)) }
        ).get()
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try attributesWithoutPrompt(of: key)
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try attributesAnswer(
            outcome { () throws(KeychainError) in try base.attributesWithoutPrompt(of: name(key)) }
        ).get()
    }

    func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try listed(service, base)
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes] {
        try listed(service, base)
    }

    func availability() async -> StoreAvailability { await base.availability() }

    func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        updates(base.availabilityUpdates())
    }

    private func outcome<Answer>(
        _ call: () throws(KeychainError) -> Answer
    ) -> Outcome<Answer> {
        Result { () throws(KeychainError) in try call() }
    }
}
