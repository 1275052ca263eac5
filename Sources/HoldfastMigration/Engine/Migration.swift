public import HoldfastCore
import HoldfastCrypto

/// Moves items of another library into a store: copy, read back, and only then, if wanted, remove.
///
/// It keeps no notes of its own. An item that the store holds with the same value counts as copied,
/// so that a run that was interrupted anywhere is finished by another one; the source loses a value
/// only after the store has answered with it (P2). What the store holds under that name with
/// another value stays, on both sides, and is reported.
///
/// ```swift
/// let platform = try ApplePlatform.system()
/// let source = KeychainSource(.keychainAccess(service: "org.example.chat"), in: platform)
/// let report = try await Migration(from: source, to: store).run(.init(service: "chat"))
/// ```
public struct Migration: Sendable {
    private let source: any MigrationSource
    private let store: any ItemStore
    private let prompt: Prompt

    /// Takes both ends.
    ///
    /// - Parameters:
    ///   - source: where items come from.
    ///   - store: where they go.
    ///   - prompt: the words to show where the store asks a person, as for an item that is there.
    public init(
        from source: any MigrationSource, to store: any ItemStore,
        prompt: Prompt = Prompt(title: "Move items in")
    ) {
        self.source = source
        self.store = store
        self.prompt = prompt
    }

    /// Moves everything that can be moved.
    ///
    /// - Parameter options: how it is to go.
    /// - Returns: what came of each item; an item that failed is in it and stops no other.
    /// - Throws: `INVALID_ARGUMENT` for a service that cannot be one, or what kept the source from
    ///   listing anything. Nothing was written then.
    public func run(
        _ options: MigrationOptions = .standard
    ) async throws(KeychainError) -> MigrationReport {
        if let service = options.service { try ItemKey.check(service, as: "service") }
        let listing = try await source.listing()
        var records = listing.obstacles.map {
            MigrationRecord(.failed, service: $0.service, name: $0.name, error: $0.error)
        }
        let plan = MigrationPlan(listing.items, service: options.service)
        records += plan.refused
        for (item, key) in plan.moves {
            records.append(await record(of: item, key, options))
        }
        return MigrationReport(records, isDryRun: options.isDryRun)
    }

    private func record(
        of item: MigrationItem, _ key: ItemKey, _ options: MigrationOptions
    ) async -> MigrationRecord {
        func record(
            _ outcome: MigrationRecord.Outcome, isRemoved: Bool = false,
            error: KeychainError? = nil
        ) -> MigrationRecord {
            MigrationRecord(
                outcome, service: key.service, name: key.account, isRemoved: isRemoved,
                error: error)
        }
        do throws(KeychainError) {
            if options.isDryRun {
                let isThere = try await store.attributes(of: key) != nil
                return record(isThere ? .wouldCompare : .wouldMove)
            }
            guard let value = try await source.read(item) else { return record(.changed) }
            let outcome = try await copy(value, of: item, to: key, options)
            guard outcome == .moved || outcome == .alreadyThere, options.removesSource else {
                return record(outcome)
            }
            return await removal(of: item, value, outcome, record)
        } catch {
            return record(.failed, error: error)
        }
    }

    /// Stores a value unless it is there, and reads it back.
    ///
    /// - Throws: what the store throws; it then holds nothing, or the value, and never another one.
    private func copy(
        _ value: SecretBytes, of item: MigrationItem, to key: ItemKey, _ choice: MigrationOptions
    ) async throws(KeychainError) -> MigrationRecord.Outcome {
        if let present = try await store.read(key, prompt: prompt) {
            return present.value == value ? .alreadyThere : .conflict
        }
        // On condition, so that what somebody else stores meanwhile is not replaced.
        let options = WriteOptions(
            protection: source.protection(of: item) ?? choice.protection, condition: .ifAbsent)
        do throws(KeychainError) {
            try await store.write(value, for: key, options: options, prompt: prompt)
        } catch  where error == StoreConflict.alreadyExists.error {
            let present = try await store.read(key, prompt: prompt)
            return present?.value == value ? .alreadyThere : .conflict
        }
        guard try await store.read(key, prompt: prompt)?.value == value else {
            throw KeychainError(
                .dataCorrupted, "the copy was not read back as it was written",
                advice: "the source still has the item; check the store, then run it again")
        }
        return .moved
    }

    /// Removes an item from the source if it still has the value that was copied.
    private func removal(
        of item: MigrationItem, _ value: SecretBytes, _ outcome: MigrationRecord.Outcome,
        _ record: (MigrationRecord.Outcome, Bool, KeychainError?) -> MigrationRecord
    ) async -> MigrationRecord {
        do throws(KeychainError) {
            // The other library may have rewritten it since: then what is there was never copied.
            guard try await source.read(item) == value else { return record(.changed, false, nil) }
            try await source.remove(item)
            return record(outcome, true, nil)
        } catch {
            return record(outcome, false, error)
        }
    }
}
