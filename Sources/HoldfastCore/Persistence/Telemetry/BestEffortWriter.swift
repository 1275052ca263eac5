public import HoldfastCrypto

/// Writes what may be missed, and reports each write that was.
///
/// For call sites that have nobody to tell. It waits for the store's write like any other; what it
/// leaves out is the error, which goes to telemetry as a code. What must be stored is written
/// through the store itself, which throws.
public struct BestEffortWriter: Sendable {
    private let store: any ItemStore
    private let category: ItemCategory
    private let telemetry: any PersistenceTelemetry

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - store: where to write.
    ///   - category: what kind of items these are, for reports.
    ///   - telemetry: told of each write that was missed.
    public init(
        _ store: any ItemStore, category: ItemCategory, telemetry: any PersistenceTelemetry
    ) {
        self.store = store
        self.category = category
        self.telemetry = telemetry
    }

    /// Writes an item, or reports that it could not.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    /// - Returns: whether the store accepted the write; it has returned by then.
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions = .standard
    ) async -> Bool {
        do throws(KeychainError) {
            try await store.write(value, for: key, options: options, prompt: .standard)
            return true
        } catch {
            telemetry.record(PersistenceEvent(.writeFailed, category, error))
            return false
        }
    }
}
