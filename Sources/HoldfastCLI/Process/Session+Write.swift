import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

extension Session {
    /// What to do about an item that is there already.
    enum Existing {
        /// Replace its value; unless the options say otherwise, it keeps its protection.
        case replace
        /// Leave it and fail with the conflict `alreadyExists`.
        case fail
    }

    /// Stores a value.
    ///
    /// The protection of an existing item is read and the write made on condition that it is still
    /// that item, and else both are repeated: so neither a new item gets another's protection nor
    /// an old one the standard, whatever other processes do meanwhile.
    ///
    /// - Parameters:
    ///   - value: what to store.
    ///   - key: under which name.
    ///   - protection: what the command line or the import says about the protection.
    ///   - kind: what the bytes are, whatever an existing item held.
    ///   - existing: what to do about an item that is there already.
    /// - Throws: as ``ItemStore/write(_:for:options:prompt:)``; the old value is still there then.
    func store(
        _ value: SecretBytes, for key: ItemKey, protection: ItemProtectionOptions,
        kind: ItemKind = .bytes, existing: Existing
    ) async throws(Failure) {
        let store = try await storeForItems()
        let prompt = Prompt(title: "Store \(Self.shown(key))")
        try await attempt("cannot store \(Self.shown(key))") { () async throws(KeychainError) in
            try Item.check(value)
            var attemptsLeft = Self.maximumAttempts
            while true {
                let found = try existing == .fail ? nil : store.attributesWithoutPrompt(of: key)
                let options = WriteOptions(
                    protection: protection.protection(over: found?.protection),
                    condition: found.map { Self.condition($0, store) } ?? .ifAbsent,
                    kind: kind)
                do throws(KeychainError) {
                    _ = try await store.write(
                        value, for: key, options: options, prompt: prompt)
                    return
                } catch  where existing == .replace && error.isLostRace && attemptsLeft > 0 {
                    // Somebody else made progress, so this ends; the bound is for a store that lies.
                    attemptsLeft -= 1
                }
            }
        }
    }

    /// Where nothing tells versions apart there is no protection to keep either.
    private static func condition(
        _ found: ItemAttributes, _ store: any ItemStore
    ) -> WriteCondition {
        store.capabilities.hasVersions ? .ifVersion(found.version) : .always
    }

    private static let maximumAttempts = 1000
}

extension KeychainError {
    /// Whether a write's condition did not hold because somebody else was faster.
    var isLostRace: Bool {
        guard nativeDomain == StoreConflict.domain, let nativeCode else { return false }
        let conflict = StoreConflict(rawValue: nativeCode)
        return conflict == .versionChanged || conflict == .alreadyExists
    }
}
