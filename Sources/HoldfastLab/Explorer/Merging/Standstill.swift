import HoldfastCore
import HoldfastCrypto

/// A play at a moment at which no process of the app lives: everything that what still comes
/// depends on, and nothing else.
///
/// What comes is computed from the phone's state and the run's record alone, because whatever a
/// process had in memory is gone with it. Two plays whose standstills are equal therefore go on in
/// the same way, call by call and answer by answer, whatever strikes them from there on.
///
/// Left out is what nobody asks from then on: the trace except for the events that an invariant asks
/// for, the numbers of calls and operations, what dead processes were told.
struct Standstill: Sendable {
    private let phone: PhoneState
    private let directory: MemoryDirectory.Shelf
    private let items: [Acknowledgements.Item]
    /// For each item, what happened since that may have taken its key.
    private let eventsOfItems: [[PhoneEvent]]
    /// What happened at all that takes keys.
    private let events: [PhoneEvent]
    private let violations: [Violation]
    private let absences: [SettledAbsence]
    private let invalidations: [SettledInvalidation]
    private let isSavingSuspended: Bool
    private let labels: [String]
    private let labelledValues: [SecretBytes]
    private let optionalSteps: [String]

    /// Takes a run; `nil` where the body has said anew how values are called, which cannot be
    /// compared.
    init?(_ state: ScenarioRun.State) {
        guard !state.isNamedAnew else { return nil }
        phone = state.phone.state.withoutShadows { $0.withoutHistory }
        directory = state.directory.content
        let happenings = state.happeningsTakingKeys
        events = happenings.map(\.event)
        let record = state.record
        eventsOfItems = record.items.map { item in
            happenings.filter { $0.place >= item.entryCount }.map(\.event)
        }
        items = record.items.map(\.settled)
        violations = record.violations.map(\.settled)
        absences = record.absences.map(SettledAbsence.init)
        invalidations = record.invalidations.map(SettledInvalidation.init)
        isSavingSuspended = record.isSavingSuspended
        labels = record.labels
        labelledValues = record.labelledValues
        optionalSteps = state.optionalSteps
    }
}

extension Standstill: Hashable {
    /// Takes the phone; `==` compares everything.
    func hash(into hasher: inout Hasher) {
        hasher.combine(phone)
        hasher.combine(violations.count)
    }
}

/// An answer that something is not there, without where in the play it was given.
private struct SettledAbsence: Sendable, Equatable {
    let item: Acknowledgements.Item
    let phone: PhoneState
    let overwritten: Violation?

    init(_ absence: Absence) {
        item = absence.item.settled
        phone = absence.phone.state.withLock { $0.withoutHistory }
        overwritten = absence.overwritten?.settled
    }
}

/// An answer that an item is invalidated, without where in the play it was given.
private struct SettledInvalidation: Sendable, Equatable {
    let violation: Violation
    let protection: ItemProtection

    init(_ invalidation: (violation: Violation, protection: ItemProtection)) {
        violation = invalidation.violation.settled
        protection = invalidation.protection
    }
}

extension Violation {
    /// The violation without its place, which only stories tell; and they are told of whole plays.
    fileprivate var settled: Violation {
        Violation(promise, item: item, text, lostValue: lostValue, operation: nil)
    }
}

extension Acknowledgements.Item {
    /// The item without what dead processes saw of it and without its place in the trace.
    fileprivate var settled: Acknowledgements.Item {
        var item = self
        item.seen = [:]
        item.entryCount = 0
        return item
    }
}

extension ScenarioRun.State {
    /// What happened that takes keys, with its place in the trace from the set-up on.
    fileprivate var happeningsTakingKeys: [(place: Int, event: PhoneEvent)] {
        let trace = phone.trace
        return earlierEntries.happeningsTakingKeys(from: 0)
            + trace.happeningsTakingKeys(from: earlierEntries.count)
    }
}

extension [TraceEntry] {
    fileprivate func happeningsTakingKeys(
        from start: Int
    ) -> [(place: Int, event: PhoneEvent)] {
        indices.compactMap { index in
            guard case .event(let event) = self[index].kind, event.takesKeys else { return nil }
            return (start + index, event)
        }
    }
}
