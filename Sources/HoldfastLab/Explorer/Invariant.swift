import HoldfastCore

/// Something that must hold after a scenario, whatever went wrong in it.
public struct Invariant: Sendable, CustomStringConvertible {
    /// What must hold, in a few words.
    public let name: String

    /// Whether it asks of an aftermath only what ``Standstill`` has, and not how the phone got there:
    /// then it says the same after all plays that end in equal ones.
    let seesOnlyStandstill: Bool

    private let body: @Sendable (Aftermath) async -> [Violation]

    /// Takes a check.
    ///
    /// - Parameters:
    ///   - name: what must hold, in a few words.
    ///   - check: finds what is broken; runs on a phone on which nothing fails any more.
    public init(_ name: String, check: @escaping @Sendable (Aftermath) async -> [Violation]) {
        self.init(name, seesOnlyStandstill: false, check: check)
    }

    init(
        _ name: String, seesOnlyStandstill: Bool,
        check: @escaping @Sendable (Aftermath) async -> [Violation]
    ) {
        self.name = name
        self.seesOnlyStandstill = seesOnlyStandstill
        body = check
    }

    /// The invariant's name.
    public var description: String { name }

    /// Checks it.
    ///
    /// - Parameter aftermath: the phone after the story.
    /// - Returns: what is broken; empty if it holds.
    public func check(_ aftermath: Aftermath) async -> [Violation] {
        await body(aftermath)
    }
}

extension Invariant {
    /// P1 to P6, and that no item is called invalidated without a cause.
    public static let stock: [Invariant] = [
        neverFalselyMissing, oldOrNew, noBlindOverwrite, suspendedMeansSuspended,
        doneMeansDurable, onlyRemoveRemoves, noFalseInvalidation,
    ]

    /// P1: no read answers "there is none" for an item that was stored.
    public static let neverFalselyMissing = promise(.unreadableIsNotMissing)
    /// P2: after a write that failed or died, the old value is there or the new one.
    public static let oldOrNew = promise(.oldOrNew)
    /// P3: an item that could not be read is not written over.
    public static let noBlindOverwrite = promise(.noBlindOverwrite)
    /// P4: nothing is saved while saving is suspended.
    public static let suspendedMeansSuspended = promise(.suspendedMeansSuspended)
    /// P5: a value whose write was acknowledged is there.
    public static let doneMeansDurable = promise(.doneMeansDurable)
    /// P6: an item that nobody wrote or removed is still there.
    public static let onlyRemoveRemoves = promise(.onlyRemoveRemoves)
    /// `KEY_INVALIDATED` is answered only if something took the key.
    public static let noFalseInvalidation = promise(.noFalseInvalidation)

    private static func promise(_ promise: Violation.Promise) -> Invariant {
        Invariant(promise.rawValue, seesOnlyStandstill: true) { aftermath in
            aftermath.violations.filter { $0.promise == promise }
        }
    }
}

extension Aftermath {
    /// Everything that was broken, during the story and after it.
    fileprivate var violations: [Violation] {
        let invalidations = acknowledgements.invalidations.filter { !mayTakeKey(of: $0.protection) }
        return acknowledgements.violations + invalidations.map(\.violation)
            + zip(acknowledgements.items, reads).compactMap(inTheEnd)
    }

    private func inTheEnd(_ item: Acknowledgements.Item, _ read: ItemRead) -> Violation? {
        switch read.outcome {
        case .success(nil):
            if item.mayBeMissing || item.mayBeGone { return nil }
            let isTaken = !item.hasNeverLanded && item.mayBeTaken(by: entries)
            return isTaken ? item.toldMissing(operation: nil) : item.missing()
        case .success(let label?):
            return item.possibleValues.contains(label)
                ? nil : item.anotherValue(label, operation: nil)
        case .failure(let error) where error.code == .keyInvalidated:
            return item.mayBeGone || mayTakeKey(of: item.protection ?? .standard)
                ? nil : item.falselyInvalidated(operation: nil)
        case .failure(let error): return item.stuck(error)
        }
    }

    /// Whether something that happened, or that the platform was made to say, takes the key of an
    /// item with this protection.
    private func mayTakeKey(of protection: ItemProtection) -> Bool {
        events.contains { $0.takesKey(of: protection) }
            || plan.faults.contains { $0.kind.saysThatTheKeyIsGone }
    }
}

extension Fault.Kind {
    /// Whether the platform is made to say that a key or an item no longer exists, which a store
    /// that knows better than to call it missing must call invalidated.
    var saysThatTheKeyIsGone: Bool {
        guard case .failure(let failure, _) = self else { return false }
        let name = failure.name.uppercased()
        return name.contains("INVALIDATED") || name == "KEY_NOT_FOUND"
            || name == "ERRSECITEMNOTFOUND"
    }
}
