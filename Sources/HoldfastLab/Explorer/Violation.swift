/// A promise that was broken in a play of a scenario.
public struct Violation: Sendable, Equatable, CustomStringConvertible {
    /// Which promise.
    public enum Promise: String, Sendable, CaseIterable {
        /// Unreadable is not missing.
        case unreadableIsNotMissing = "P1"
        /// Old or new, never neither.
        case oldOrNew = "P2"
        /// No blind overwrite.
        case noBlindOverwrite = "P3"
        /// Suspended means suspended.
        case suspendedMeansSuspended = "P4"
        /// Done means durable.
        case doneMeansDurable = "P5"
        /// Removing is never a write.
        case onlyRemoveRemoves = "P6"
        /// An item is called invalidated only if something took its key.
        case noFalseInvalidation = "KEY_INVALIDATED"
        /// What the scenario itself says must hold.
        case ownInvariant = "scenario"
    }

    /// The promise.
    public let promise: Promise
    /// The item's name in the scenario.
    public let item: String
    /// What was seen, in one sentence.
    public let text: String
    /// The value that is lost by it, by its label; `nil` if none is.
    public let lostValue: String?

    /// During which of the app's operations; `nil` if it was found afterwards.
    let operation: Int?

    /// Says what was broken.
    ///
    /// - Parameters:
    ///   - promise: the promise.
    ///   - item: the item's name.
    ///   - text: what was seen, in one sentence.
    ///   - lostValue: the label of the value lost by it.
    public init(
        _ promise: Promise = .ownInvariant, item: String, _ text: String, lostValue: String? = nil
    ) {
        self.init(promise, item: item, text, lostValue: lostValue, operation: nil)
    }

    init(
        _ promise: Promise, item: String, _ text: String, lostValue: String?, operation: Int?
    ) {
        self.promise = promise
        self.item = item
        self.text = text
        self.lostValue = lostValue
        self.operation = operation
    }

    /// The promise and what was seen.
    public var description: String { "\(promise.rawValue): \(text)" }
}
