public import HoldfastCrypto

/// How often ``ItemStore/update(_:options:prompt:_:)`` starts again after another's change.
private let maximumUpdateRetries = 8

extension ItemStore {
    /// Reads an item, changes it and stores the change only if nobody else changed it in between.
    ///
    /// When somebody did, it reads again and repeats the change, up to 8 times.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - options: protection and kind of the write; its condition must be
    ///     ``WriteCondition/always``, since the version read is the condition.
    ///   - prompt: the words to show if a prompt is needed.
    ///   - isolation: the caller's actor, on which `change` runs; leave it out.
    ///   - change: from what was read (`nil`: there is no such item) to the value to store. It may
    ///     run several times.
    /// - Returns: the version now stored.
    /// - Throws: the conflict `versionChanged` after 8 repetitions, `INVALID_ARGUMENT` for another
    ///   condition, what `change` throws, else as ``read(_:prompt:)`` and
    ///   ``write(_:for:options:prompt:)``. The last stored value stays.
    @discardableResult
    public func update(
        _ key: ItemKey, options: WriteOptions = .standard, prompt: Prompt = .standard,
        isolation: isolated (any Actor)? = #isolation,
        _ change: (Item?) throws(KeychainError) -> SecretBytes
    ) async throws(KeychainError) -> ItemVersion {
        guard options.condition == .always else {
            throw KeychainError(.invalidArgument, "an update takes no condition of its own")
        }
        var attempts = 0
        while true {
            let item = try await read(key, prompt: prompt)
            var options = options
            options.condition = item.map { .ifVersion($0.version) } ?? .ifAbsent
            // Outside the `do`: what the change throws is the caller's, whatever it looks like.
            let value = try change(item)
            do {
                return try await write(value, for: key, options: options, prompt: prompt)
            } catch  where error.isLostRace {
                attempts += 1
                if attempts > maximumUpdateRetries { throw StoreConflict.versionChanged.error }
            }
        }
    }

    /// Reads an item, or creates it if the store is sure that there is none.
    ///
    /// While the store cannot answer nothing is created (P1), and of two callers who create at
    /// once both get the value of the one that came first.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - options: protection and kind for a new item; its condition must be
    ///     ``WriteCondition/always``.
    ///   - prompt: the words to show if a prompt is needed.
    ///   - isolation: the caller's actor, on which `create` runs; leave it out.
    ///   - create: makes the value of a new item.
    /// - Returns: the item as stored.
    /// - Throws: the conflict `versionChanged` if the item comes and goes 8 times, what `create`
    ///   throws, else as ``read(_:prompt:)`` and ``write(_:for:options:prompt:)``.
    public func readOrCreate(
        _ key: ItemKey, options: WriteOptions = .standard, prompt: Prompt = .standard,
        isolation: isolated (any Actor)? = #isolation,
        _ create: () throws(KeychainError) -> SecretBytes
    ) async throws(KeychainError) -> Item {
        guard options.condition == .always else {
            throw KeychainError(.invalidArgument, "readOrCreate takes no condition of its own")
        }
        var options = options
        options.condition = .ifAbsent
        for _ in 0...maximumUpdateRetries {
            if let item = try await read(key, prompt: prompt) { return item }
            let value = try create()
            do {
                let version = try await write(value, for: key, options: options, prompt: prompt)
                // Attributes instead of a second read, which would prompt again for what the
                // person has just confirmed.
                if let attributes = try await attributes(of: key), attributes.version == version {
                    return Item(value: value, attributes: attributes)
                }
            } catch  where error.isLostRace {
                continue
            }
        }
        if let item = try await read(key, prompt: prompt) { return item }
        throw StoreConflict.versionChanged.error
    }
}

extension KeychainError {
    /// Whether a conditional write failed because somebody else was quicker.
    var isLostRace: Bool {
        nativeDomain == StoreConflict.domain
            && (nativeCode == StoreConflict.versionChanged.rawValue
                || nativeCode == StoreConflict.alreadyExists.rawValue)
    }
}
